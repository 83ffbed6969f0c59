package dev.vspherecloud.ccm.application.scenario.node;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.ConfigFile;
import dev.vspherecloud.testkit.bed.FileChange;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// VMs move and grow after their Nodes were initialised. The program reports this within seconds, once, and changes
/// no label until the configuration allows it.
class DriftScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String TYPE = "node.kubernetes.io/instance-type";
    private static final String HOST = "e.org/host";

    @Test
    void driftIsReportedUntilLabelsMayChange() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            List<String> vms = site.addVms("w", 0, 3);
            bed.objects().createNodes(site.nodes("w", 0, 3));
            String config = bed.config() + "  hostLabel: " + HOST + "\n";
            ConfigFile file = FileChange.MOUNTED.in(bed.folder().resolve("config"), "vsphere.conf", config);
            Program program = bed.launch().config(file.path()).start();
            bed.objects()
                    .awaitNodes(TIMEOUT, all -> all.stream().allMatch(NodeAssertions::isInitialised))
                    .forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));
            assertThat(label(bed, "w-0", HOST)).isEqualTo("vc-a-cluster-a-host-1");

            long mark = bed.apiProxy().calls().mark();
            site.vcenter().change(change(vms.get(0)).onHost("vc-a-cluster-b-host-2"));
            isReportedOnce(bed, program, "w-0", "TopologyDrift", ZONE + "=zone-b instead of zone-a");
            site.vcenter().change(change(vms.get(1)).cpus(4));
            isReportedOnce(
                    bed,
                    program,
                    "w-1",
                    "InstanceTypeDrift",
                    TYPE + "=vsphere-vm.cpu-4.mem-4gb.os-ubuntu instead of vsphere-vm.cpu-2.mem-4gb.os-ubuntu");

            // Only the record of the VM's location is written.
            await().untilAsserted(() -> assertThat(
                            RunInvariants.nodeWrites(bed.apiProxy().calls(), mark))
                    .isEqualTo(1));
            file.write(config + "  relabel: true\n");

            bed.objects().awaitNode("w-0", EventTimeout.LIMIT, node -> NodeAssertions.label(node, ZONE)
                    .equals("zone-b"));
            assertThat(label(bed, "w-0", "failure-domain.beta.kubernetes.io/zone"))
                    .isEqualTo("zone-b");
            assertThat(label(bed, "w-0", HOST)).isEqualTo("vc-a-cluster-b-host-2");
            bed.objects().awaitNode("w-1", EventTimeout.LIMIT, node -> NodeAssertions.label(node, TYPE)
                    .equals("vsphere-vm.cpu-4.mem-4gb.os-ubuntu"));
            assertThat(RunInvariants.nodeWrites(bed.apiProxy().calls(), mark)).isEqualTo(3);
            NodeAssertions.isComplete(bed.objects().node("w-2"), site, "vc-a-region");
            assertThat(drifts(bed, "w-2")).isEmpty();
            assertThat(program.terminate()).isZero();
            RunInvariants.logIsFitToRead(program, site.vcenter().password());
            RunInvariants.nothingIsLeft(bed);
        }
    }

    /// Checks that one Event and one log line report it.
    private static void isReportedOnce(TestBed bed, Program program, String node, String reason, String words) {
        await().untilAsserted(
                        () -> assertThat(drifts(bed, node)).singleElement().satisfies(event -> {
                            assertThat(event.path("reason").asText()).isEqualTo(reason);
                            assertThat(event.path("message").asText()).contains(words);
                        }));
        assertThat(program.log().lines().filter(line -> line.contains(reason)))
                .singleElement()
                .asString()
                .contains(words);
    }

    private static List<JsonNode> drifts(TestBed bed, String node) {
        return bed.objects().eventsOf(node).stream()
                .filter(event -> event.path("reason").asText().endsWith("Drift"))
                .toList();
    }

    private static String label(TestBed bed, String node, String key) {
        return NodeAssertions.label(bed.objects().node(node), key);
    }
}
