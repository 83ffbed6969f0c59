package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.CallLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// VMs become Nodes, and vCenter is asked for little.
class InitialisationScenario {
    private static final Duration SOON = Duration.ofSeconds(60);

    private TestBed bed;
    private VcenterSite site;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void aHundredNodesCostSixtyCallsAtMost() {
        site.addVms("w", 0, 100);
        bed.objects().createNodes(site.nodes("w", 0, 100));

        Program program = bed.run();
        List<JsonNode> nodes = bed.objects().awaitNodes(SOON, all -> all.stream().allMatch(Expect::isInitialised));

        nodes.forEach(node -> Expect.isComplete(node, site, "vc-a-region"));
        CallLog calls = site.proxy().calls();
        assertThat(calls.count()).as(calls.describe()).isLessThanOrEqualTo(60);
        assertThat(calls.count("Login")).isEqualTo(1);
        assertThat(calls.count("POST session")).isLessThanOrEqualTo(2);
        assertThat(program.terminate()).isZero();
        assertThat(site.vcenter().sessions().soap()).isEmpty();
        assertThat(site.vcenter().sessions().rest()).isEmpty();
    }
}
