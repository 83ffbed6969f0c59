package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// After a restart the program reads known VMs by reference: no search, no write, few calls.
class RestartScenario {
    private static final int NODES = 300;

    @Test
    void aRestartReadsKnownVmsByReferenceAndWritesNothing() throws InterruptedException {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, NODES);
            bed.objects().createNodes(site.nodes("w", 0, NODES));
            Program first = bed.run();
            bed.objects().awaitNodes(EventTimeout.LIMIT, all -> all.stream().allMatch(NodeAssertions::isInitialised));
            assertThat(first.terminate()).isZero();
            Map<String, String> versions = versions(bed);
            long mark = site.proxy().calls().mark();
            long apiMark = bed.apiProxy().calls().mark();

            bed.run();

            assertThat(site.proxy().calls().await(calls -> isSettled(calls, mark), Duration.ofMinutes(1)))
                    .isTrue();
            Calls calls = site.proxy().calls().since(mark);
            assertThat(calls.count()).as(calls.describe()).isLessThanOrEqualTo(40);
            assertThat(calls.countWhere(call -> call.name().startsWith("Find"))).isZero();
            assertThat(calls.count("CreateContainerView")).isZero();
            Calls api = bed.apiProxy().calls().since(apiMark);
            assertThat(api.countWhere(call -> call.name().startsWith("patch ")))
                    .as(api.describe())
                    .isZero();
            assertThat(versions(bed)).isEqualTo(versions);
            RunInvariants.requestsConform(site);
        }
    }

    /// Returns true if the tags were read and a poll without changes has ended. All Nodes were reconciled long
    /// before.
    private static boolean isSettled(Calls calls, long mark) {
        Calls since = new Calls(calls.list().subList((int) mark, calls.list().size()));
        return since.countWhere(call -> call.name().endsWith("list-attached-tags-on-objects")) > 0
                && since.named("WaitForUpdatesEx").countWhere(call -> !call.open() && call.responseBytes() < 1000) > 0;
    }

    private static Map<String, String> versions(TestBed bed) {
        var versions = new HashMap<String, String>();
        for (JsonNode node : bed.objects().nodes()) {
            versions.put(
                    NodeAssertions.name(node),
                    node.path("metadata").path("resourceVersion").asText());
        }
        return versions;
    }
}
