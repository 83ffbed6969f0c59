package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A cluster that the Go program initialised is taken over without a change on any Node but our annotations, five
/// Nodes a second at most.
class TakeoverScenario {
    private static final int NODES = 25;

    @Test
    void takingOverWritesOurAnnotationsAtAPaceAndNothingElse() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, NODES);
            bed.objects().createNodes(initialisedNodes(site));
            Map<String, JsonNode> before = withoutAnnotations(bed);

            bed.run();
            bed.objects().awaitNodes(Duration.ofMinutes(1), all -> all.stream().allMatch(TakeoverScenario::isRecorded));

            assertThat(withoutAnnotations(bed)).isEqualTo(before);
            assertThat(bed.objects().eventsOf("w-0")).isEmpty();
            Conduct.requestsConform(site);
            Calls writes =
                    bed.apiProxy().calls().all().where(call -> call.name().startsWith("patch "));
            assertThat(writes.names()).containsOnly("patch nodes").hasSize(NODES);
            Duration span = Duration.between(
                    writes.list().getFirst().at(), writes.list().getLast().at());
            assertThat(span).as(times(writes)).isGreaterThan(Duration.ofMillis((NODES - 1) * 200L - 100));
        }
    }

    /// As the Go program leaves them.
    private static List<NodeSpec> initialisedNodes(VcenterSite site) {
        var nodes = new ArrayList<NodeSpec>();
        for (int n = 0; n < NODES; n++) {
            nodes.add(NodeSpec.aNode("w-" + n)
                    .systemUuid(site.uuid("w", n, 1))
                    .providerId("vsphere://" + site.uuid("w", n, 1))
                    .address("InternalIP", VcenterSite.address(n))
                    .address("ExternalIP", VcenterSite.address(n))
                    .label("topology.kubernetes.io/region", "vc-a-region")
                    .label("failure-domain.beta.kubernetes.io/region", "vc-a-region")
                    .label("topology.kubernetes.io/zone", n % 2 == 0 ? "zone-a" : "zone-b")
                    .label("failure-domain.beta.kubernetes.io/zone", n % 2 == 0 ? "zone-a" : "zone-b")
                    .label("node.kubernetes.io/instance-type", "vsphere-vm.cpu-2.mem-4gb.os-ubuntu")
                    .label("beta.kubernetes.io/instance-type", "vsphere-vm.cpu-2.mem-4gb.os-ubuntu"));
        }
        return nodes;
    }

    private static boolean isRecorded(JsonNode node) {
        return node.path("metadata").path("annotations").has("vspherecloud.dev/vm");
    }

    private static Map<String, JsonNode> withoutAnnotations(TestBed bed) {
        var nodes = new HashMap<String, JsonNode>();
        for (JsonNode node : bed.objects().nodes()) {
            JsonNode copy = node.deepCopy();
            if (copy.path("metadata") instanceof com.fasterxml.jackson.databind.node.ObjectNode metadata) {
                metadata.remove(List.of("annotations", "resourceVersion", "managedFields"));
            }
            nodes.put(Expect.name(node), copy);
        }
        return nodes;
    }

    private static String times(Calls writes) {
        return writes.list().stream().map(Call::at).toList().toString();
    }
}
