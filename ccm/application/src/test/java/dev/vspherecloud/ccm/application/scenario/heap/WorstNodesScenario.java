package dev.vspherecloud.ccm.application.scenario.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.flood.WorstNode;
import dev.vspherecloud.testkit.time.EventTimeout;
import org.junit.jupiter.api.Test;

/// Nodes with as many annotations as the API server accepts, which a kubelet may write on its own Node. Nodes
/// beside them must become ready: with the process that runs, and with the next one, which lists all Nodes.
class WorstNodesScenario {
    private static final int WORST = 500;
    private static final int GOOD = 20;

    @Test
    void fiveHundredOfThemHarmNoOther() {
        // The API server keeps what it once held in memory, so no later test uses this one.
        try (var bed = TestBed.startAlone()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("good", 0, GOOD);
            site.addVms("worst", 0, WORST);
            bed.objects()
                    .createNodes(site.nodes("worst", 0, WORST).stream()
                            .map(WorstNode::of)
                            .toList());

            bed.objects().createNodes(site.nodes("good", 0, GOOD / 2));
            endsWell(bed, GOOD / 2);
            bed.objects().createNodes(site.nodes("good", GOOD / 2, GOOD));
            endsWell(bed, GOOD);
        }
    }

    private static void endsWell(TestBed bed, int good) {
        Program program = bed.run("--leader-elect=true");
        for (int n = 0; n < good; n++) {
            bed.objects().awaitNode("good-" + n, EventTimeout.LIMIT, node -> {
                assertThat(program.isAlive()).as(program.log()).isTrue();
                return NodeAssertions.isInitialised(node);
            });
        }
        assertThat(program.terminate()).as(program.log()).isZero();
        assertThat(program.log()).doesNotContain("OutOfMemoryError");
    }
}
