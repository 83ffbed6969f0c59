package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Nodes of other providers, and Nodes that another controller initialised and that have no VM. They send
/// heartbeats while they are not ready, or stop sending them. The program does not write them, reports nothing
/// about them, and serves its own Nodes.
class ForeignNodesScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int HEARTBEATS = 30;
    private static final List<String> PREFIXES =
            List.of("aws", "azure", "gce", "k3s", "kubemark", "metal3", "openstack", "baremetalhost");

    @Test
    void foreignNodesAreNeitherWrittenNorReported() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, 2);
            List<NodeSpec> others = others(site);
            bed.objects().createNodes(others);
            others.forEach(node -> beat(bed, node.name(), -1));
            Program program = bed.run();
            createAndAwaitNode(bed, site, 0);

            for (int i = 0; i < HEARTBEATS; i++) {
                int beat = i;
                others.forEach(node -> beat(bed, node.name(), beat));
            }
            Map<String, JsonNode> asTheirKubeletsLeftThem = read(bed, others);
            createAndAwaitNode(bed, site, 1);

            assertThat(writes(bed).countByName())
                    .as("writes for the two managed Nodes")
                    .isEqualTo(Map.of("patch nodes", 2L, "patch nodes/status", 2L, "create events", 2L));
            assertThat(read(bed, others)).isEqualTo(asTheirKubeletsLeftThem);
            others.forEach(node -> {
                assertThat(bed.objects().eventsOf(node.name())).isEmpty();
                assertThat(program.log()).doesNotContain(node.name());
            });
            assertThat(String.join("", site.proxy().calls().soapRequests()))
                    .as("no VM is asked for on behalf of another provider's Node")
                    .doesNotContain(IntStream.range(0, 2 * PREFIXES.size())
                            .mapToObj(n -> site.uuid("other", n, 1))
                            .toArray(String[]::new));
            assertThat(program.log().lines())
                    .as("the form in which severities are looked for")
                    .anyMatch(line -> line.matches("I[0-9]{4} .*"));
            assertThat(program.log().lines().filter(line -> line.matches("[WEF][0-9]{4} .*")))
                    .as("warnings and errors")
                    .isEmpty();
            RunInvariants.requestsConform(site);
        }
    }

    /// The managed Node that is silent like the others is tainted and then deleted. By then the program has
    /// reconciled all others, too.
    @Test
    @Conforms("J24 J25")
    void silentForeignNodesAreNeitherTaintedNorDeleted() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            List<NodeSpec> others = others(site);
            bed.objects().createNodes(others);
            NodeDeletes deletes = NodeDeletes.at(bed.apiProxy());
            Fleet managed = Fleet.create(bed, site, "w", 2);
            Program program = bed.run("--leader-elect=true", "--node-monitor-period=1s");
            managed.awaitRecorded(program);
            others.forEach(node -> beat(bed, node.name(), 0));
            Map<String, JsonNode> asTheirKubeletsLeftThem = read(bed, others);
            List<String> theirVms = site.vcenter().vms().stream()
                    .filter(vm -> vm.name().startsWith("other-"))
                    .map(SimulatedVm::ref)
                    .toList();

            theirVms.subList(0, PREFIXES.size()).forEach(site.vcenter().operations()::powerOff);
            site.vcenter().operations().destroy(theirVms.subList(PREFIXES.size(), theirVms.size()));
            managed.allFallSilent();
            site.vcenter().operations().powerOff(managed.vm(0));
            bed.objects().awaitNode("w-0", TIMEOUT, Fleet::isTainted);
            site.vcenter().operations().destroy(List.of(managed.vm(1)));
            managed.awaitGone(1, 2, Duration.ofSeconds(60), program);

            assertThat(deletes.names()).containsExactly("w-1");
            assertThat(read(bed, others)).isEqualTo(asTheirKubeletsLeftThem);
            others.forEach(node -> {
                assertThat(bed.objects().eventsOf(node.name())).isEmpty();
                assertThat(program.log()).doesNotContain(node.name());
            });
            RunInvariants.requestsConform(site);
        }
    }

    /// Returns one tainted and one untainted Node of each provider, and three without provider ID and VM. The names
    /// and UUIDs of the Nodes of other providers match VMs of the vCenter.
    private static List<NodeSpec> others(VcenterSite site) {
        var others = new ArrayList<NodeSpec>();
        site.addVms("other", 0, 2 * PREFIXES.size());
        List<NodeSpec> nodes = site.nodes("other", 0, 2 * PREFIXES.size());
        for (int n = 0; n < nodes.size(); n++) {
            String id = PREFIXES.get(n / 2) + ":///zone/other-" + n;
            NodeSpec untainted =
                    NodeSpec.aNode("other-" + n).systemUuid(nodes.get(n).systemUuid());
            others.add((n % 2 == 0 ? untainted : nodes.get(n)).providerId(id));
        }
        for (int n = 0; n < 3; n++) {
            others.add(NodeSpec.aNode("metal-" + n).systemUuid(site.uuid("metal", n, 1)));
        }
        return others;
    }

    private static void beat(TestBed bed, String node, int number) {
        bed.objects().patch("/api/v1/nodes/" + node + "/status", """
                        {"status":{"conditions":[{"type":"Ready","status":"Unknown","reason":"NodeStatusUnknown",\
                        "message":"heartbeat %d"}]}}""".formatted(number));
    }

    /// Creates a Node, and waits until the program has finished it. By then the program has reconciled all earlier
    /// Nodes, too.
    private static void createAndAwaitNode(TestBed bed, VcenterSite site, int n) {
        bed.objects().createNodes(site.nodes("w", n, n + 1));
        bed.objects().awaitNode("w-" + n, TIMEOUT, NodeAssertions::isInitialised);
        await().atMost(TIMEOUT).until(() -> !bed.objects().eventsOf("w-" + n).isEmpty());
    }

    private static Calls writes(TestBed bed) {
        return bed.apiProxy().calls().all().where(call -> call.name()
                .matches("(patch|update|create|delete) (nodes|nodes/status|events)"));
    }

    private static Map<String, JsonNode> read(TestBed bed, List<NodeSpec> nodes) {
        var read = new LinkedHashMap<String, JsonNode>();
        nodes.forEach(node -> read.put(node.name(), bed.objects().node(node.name())));
        return read;
    }
}
