package dev.vspherecloud.ccm.application.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.doctor.NodeCheck.ExaminedNode;
import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.cluster.TaintedNode;
import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AddressRuleCheckTest {
    private static final String UUID_TEXT = "42000000-0000-0000-0000-0000000000a1";
    private static final NodeNetworks NETWORKS =
            new NodeNetworks(List.of(), List.of(), List.of(), List.of(), "VM Network", "Edge");

    @Test
    void aRuleWithoutAnyNicIsOneFinding() {
        List<ExaminedNode> nodes = List.of(node(found("VM Network")), node(found("Storage")));

        assertThat(AddressRuleCheck.findings(nodes, NETWORKS, List.of()))
                .containsExactly(
                        Finding.of(
                                FindingCode.ADDRESS_RULE_UNUSED,
                                "section nodes",
                                "network \"Edge\" (externalVmNetworkName) matches no NIC of the VMs of 2 Nodes, which are on \"Storage\", \"VM Network\""));
        assertThat(AddressRuleCheck.findings(
                        List.of(node(found("VM Network")), node(found("edge"))), NETWORKS, List.of()))
                .isEmpty();
    }

    @Test
    void aVmThatIsNotKnownMayHaveTheNic() {
        ExaminedNode missing = node(new VmLookup.Missing(List.of("vc-a")));

        assertThat(AddressRuleCheck.findings(List.of(node(found("VM Network")), missing), NETWORKS, List.of()))
                .isEmpty();
        assertThat(AddressRuleCheck.findings(List.of(), NETWORKS, List.of())).isEmpty();
    }

    @Test
    void aRuleThatAnErrorNamesHasNoSecondFinding() {
        var error = Finding.of(
                FindingCode.NETWORK_MISSING, "Node w-1", "no NIC is on network \"Edge\" (externalVmNetworkName)");

        assertThat(AddressRuleCheck.findings(List.of(node(found("VM Network"))), NETWORKS, List.of(error)))
                .isEmpty();
    }

    @Test
    void aRuleThatSelectsNothingForOneNodeIsAWarningAboutTheNode() {
        List<Finding> findings = check(node(found("VM Network")));

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.ADDRESS_RULE_UNMATCHED);
            assertThat(finding.code().severity()).isEqualTo(FindingSeverity.WARNING);
            assertThat(finding.places().getFirst().object()).isEqualTo("Node w-1");
            assertThat(finding.places().getFirst().details()).contains("\"Edge\" (externalVmNetworkName)", "10.1.0.5");
        });
    }

    @Test
    void anInitialisedNodeInAnotherDatacenterIsAnError() {
        assertThat(check(node(
                        new VmLookup.Elsewhere(vm("VM Network"), new OtherDatacenter("/dc-2", List.of(), "add it")))))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(FindingCode.VM_IN_OTHER_DATACENTER);
                    assertThat(finding.places().getFirst().details())
                            .contains("until then the provider does not update");
                });
    }

    private static List<Finding> check(ExaminedNode node) {
        LeaderFacts leader = LeaderFacts.of("kube-system/cloud-controller-manager", Optional.empty(), Instant.EPOCH);
        return new NodeCheck(leader, true, Instant.EPOCH).findings(List.of(node));
    }

    private static ExaminedNode node(VmLookup lookup) {
        var meta = new NodeMeta(new NodeName("w-1"), "uid-1", "7", Instant.EPOCH, Map.of(), Map.of());
        var view = new NodeView(
                meta,
                "vsphere://" + UUID_TEXT,
                UUID_TEXT,
                false,
                List.of(
                        new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"),
                        new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.1.0.5")),
                NodeHealth.HEALTHY);
        var settings = new NodeSettings(
                Map.of("vc-a", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NETWORKS)),
                Optional.empty(),
                Map.of(),
                AncestorLabels.NONE,
                false);
        return new ExaminedNode(
                new TaintedNode(view, List.of()),
                Optional.of(Explanation.of(view, lookup, settings, NodeContext.INITIAL, List.of())));
    }

    private static VmLookup found(String network) {
        return new VmLookup.Found(vm(network));
    }

    private static Vm vm(String network) {
        var address = new GuestAddress("10.1.0.5", InetAddress.ofLiteral("10.1.0.5"));
        return Vms.machine(
                "vc-a",
                "w-1",
                new VmIdentity(
                        new VmRef(new UUID(1, 1), "vm-62"),
                        SystemUuid.parse(UUID_TEXT).orElseThrow(),
                        new UUID(2, 2)),
                PowerState.ON,
                Vms.guest("w-1", List.of(new GuestNic(network, 4000, List.of(address)))),
                new Hardware(2, 4096, "ubuntu64Guest", 1),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }
}
