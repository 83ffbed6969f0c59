package dev.vspherecloud.ccm.application.scenario.node;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Nodes whose system UUID no VM has, and whose names VMs have. An Event and `plan` name the VM.
/// `nodes.matchByName` uses it if it is the only one and belongs to no other Node.
class MatchByNameScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String UNKNOWN_UUID = "42000000-0000-4000-8009-00000000000";

    @Test
    void theOnlyVmOfThatNameIsReportedAndUsedIfAllowed() throws JsonProcessingException {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            VcenterSite other = bed.addVcenter("vc-b");
            String one = other.addVms("one", 3, 4).getFirst();
            site.addVms("two", 0, 1);
            other.addVms("two", 0, 1);
            String owned = site.vcenter().addVm(site.vm("owner", 5).hostName("owned-0"));
            createNodes(bed, site);
            Program program = bed.run();

            String named = event(bed, "one-3", "VmNotFound", "VM one-3");
            assertThat(named)
                    .contains(
                            "no VM with system UUID " + UNKNOWN_UUID + "1",
                            "VM one-3 (" + one + " on vc-b) has the Node's name, but BIOS UUID "
                                    + other.uuid("one", 3, 1),
                            "does not use it; if the Node runs on this VM, set nodes.matchByName to true");
            assertThat(event(bed, "owned-0", "VmNotFound", "VM owner-5"))
                    .contains(
                            "VM owner-5 (" + owned + " on vc-a)",
                            "it is the VM of Node owner-5, so the provider does not use it");
            assertThat(bed.objects().node("one-3").at("/spec/providerID").asText())
                    .isEmpty();
            assertThat(planned(bed, "one-3")).isEqualTo("waits VmNotFound " + named);

            bed.write("vsphere.conf", bed.config() + "nodes:\n  matchByName: true\n");

            JsonNode node = bed.objects().awaitNode("one-3", TIMEOUT, NodeAssertions::isInitialised);
            assertThat(node.at("/spec/providerID").asText()).isEqualTo("vsphere://" + other.uuid("one", 3, 1));
            assertThat(node.at("/metadata/annotations/vspherecloud.dev~1vm").asText())
                    .isEqualTo(one);
            NodeAssertions.isComplete(node, other, NodeAssertions.label(node, "topology.kubernetes.io/region"));
            assertThat(event(bed, "two-0", "VmAmbiguous", "two-0"))
                    .contains("no VM has system UUID " + UNKNOWN_UUID
                            + "2, and 2 VMs have the Node's name, so the provider chooses none")
                    .contains("on vc-a", "on vc-b");
            assertThat(List.of("two-0", "owned-0"))
                    .noneMatch(
                            name -> NodeAssertions.isInitialised(bed.objects().node(name)));
            assertThat(program.terminate()).isZero();

            followsItsVmByProviderId(bed, other, one);
        }
    }

    /// Starts another process, without matching by name. The Node still follows the addresses of its VM.
    private static void followsItsVmByProviderId(TestBed bed, VcenterSite site, String vm) {
        Program program = bed.run();
        site.vcenter().change(change(vm).address("10.77.0.7/16"));

        bed.objects().awaitNode("one-3", TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=10.77.0.7"));
        assertThat(program.terminate()).isZero();
    }

    private static void createNodes(TestBed bed, VcenterSite site) {
        bed.objects()
                .createNodes(List.of(
                        nodeWithUnknownUuid("one-3", 1),
                        nodeWithUnknownUuid("two-0", 2),
                        nodeWithUnknownUuid("owned-0", 3),
                        NodeSpec.aNode("owner-5")
                                .systemUuid(site.uuid("owner", 5, 1))
                                .uninitialized()));
    }

    private static NodeSpec nodeWithUnknownUuid(String name, int n) {
        return NodeSpec.aNode(name).systemUuid(UNKNOWN_UUID + n).uninitialized();
    }

    /// Returns the message of the Event with this reason and these words.
    private static String event(TestBed bed, String node, String reason, String words) {
        bed.objects().awaitNode(node, TIMEOUT, _ -> events(bed, node, reason).contains(words));
        return bed.objects().eventsOf(node).stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(MatchByNameScenario::message)
                .filter(message -> message.contains(words))
                .findFirst()
                .orElseThrow();
    }

    private static String events(TestBed bed, String node, String reason) {
        return bed.objects().eventsOf(node).stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(MatchByNameScenario::message)
                .collect(Collectors.joining("\n"));
    }

    private static String message(JsonNode event) {
        return event.path("note").asText(event.path("message").asText());
    }

    /// Returns prospect, reason and message of one Node.
    private static String planned(TestBed bed, String name) throws JsonProcessingException {
        CommandRun plan = CommandRun.of(List.of(
                "plan",
                "-o",
                "json",
                bed.flags(bed.config()).getFirst(),
                "--cloud-config=" + bed.write("plan.conf", bed.config())));
        JsonNode node = new ObjectMapper()
                .readTree(plan.log())
                .path("nodes")
                .valueStream()
                .filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
        return node.path("prospect").asText() + " "
                + node.at("/reasons/0/code").asText() + " "
                + node.at("/reasons/0/message").asText();
    }
}
