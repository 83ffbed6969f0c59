package dev.vspherecloud.ccm.application.scenario.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.CallLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// VMs become Nodes, with few calls to vCenter.
class InitialisationScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

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
    @Conforms("NS1 NS2 NS3 NS4")
    void aHundredNodesCostSixtyCallsAtMost() {
        site.addVms("w", 0, 100);

        initialise(100);

        CallLog calls = site.proxy().calls();
        assertThat(calls.count()).as(calls.describe()).isLessThanOrEqualTo(60);
    }

    @Test
    void threeThousandOtherVmsChangeLittle() {
        site.addVms("w", 0, 100);
        site.addVms("other", 1000, 4000);

        initialise(100);

        CallLog calls = site.proxy().calls();
        assertThat(calls.count()).as(calls.describe()).isLessThanOrEqualTo(60 + 130);
    }

    private void initialise(int count) {
        bed.objects().createNodes(site.nodes("w", 0, count));

        Program program = bed.run();
        List<JsonNode> nodes =
                bed.objects().awaitNodes(TIMEOUT, all -> all.stream().allMatch(NodeAssertions::isInitialised));

        nodes.forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));
        CallLog calls = site.proxy().calls();
        assertThat(calls.count("Login")).isEqualTo(1);
        // One request for the newer REST API comes first; then the program uses the older one.
        assertThat(calls.count("POST /api/session")).isEqualTo(1);
        assertThat(calls.count("POST /rest/com/vmware/cis/session")).isEqualTo(1);
        RunInvariants.requestsConform(site);
        assertThat(program.terminate()).isZero();
        assertThat(site.vcenter().sessions().soap()).isEmpty();
        assertThat(site.vcenter().sessions().rest()).isEmpty();
    }
}
