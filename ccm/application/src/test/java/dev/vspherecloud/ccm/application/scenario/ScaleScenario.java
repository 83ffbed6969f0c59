package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A thousand Nodes at once, on an API server that is sometimes busy.
class ScaleScenario {
    private static final int NODES = 1000;
    private static final String TOO_MANY =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"TooManyRequests\",\"code\":429}";

    @Test
    void aThousandNodesAreInitialisedWithoutAnErrorInTheLog() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, NODES);
            bed.objects().createNodes(site.nodes("w", 0, NODES));
            bed.apiProxy()
                    .add(Rule.on("patch nodes")
                            .withProbability(0.02)
                            .then(Fault.answer(409, "application/json", conflict())));
            bed.apiProxy()
                    .add(Rule.on("patch nodes/status")
                            .withProbability(0.02)
                            .then(Fault.answer(429, "application/json", TOO_MANY)));

            Program program = bed.run();
            List<JsonNode> nodes = bed.objects()
                    .awaitNodes(Duration.ofMinutes(5), all -> all.stream().allMatch(NodeAssertions::isInitialised));

            nodes.forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));
            Calls calls = site.proxy().calls().all();
            assertThat(calls.count()).as(calls.describe()).isLessThan(300);
            assertThat(program.log().lines().filter(ScaleScenario::isTrouble)).isEmpty();
            assertThat(bed.apiProxy().calls().all().countWhere(call -> call.status() == 429))
                    .isPositive();
        }
    }

    /// An error or a warning, except that the vCenter is silent: a busy machine keeps the simulator from answering for
    /// 15 s, and the line tells so.
    private static boolean isTrouble(String line) {
        return (line.startsWith("E") || line.startsWith("W")) && !line.contains("reason=\"VcenterSilent\"");
    }

    private static String conflict() {
        return TOO_MANY.replace("TooManyRequests", "Conflict").replace("429", "409");
    }
}
