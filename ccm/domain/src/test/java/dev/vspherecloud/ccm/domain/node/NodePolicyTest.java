package dev.vspherecloud.ccm.domain.node;

import static dev.vspherecloud.ccm.domain.NodeFixtures.IPV4;
import static dev.vspherecloud.ccm.domain.NodeFixtures.PLAIN;
import static dev.vspherecloud.ccm.domain.NodeFixtures.addresses;
import static dev.vspherecloud.ccm.domain.NodeFixtures.node;
import static dev.vspherecloud.ccm.domain.NodeFixtures.rules;
import static dev.vspherecloud.ccm.domain.NodeFixtures.taintedNode;
import static dev.vspherecloud.domain.Fixtures.BIOS;
import static dev.vspherecloud.domain.Fixtures.CATEGORIES;
import static dev.vspherecloud.domain.Fixtures.INSTANCE_UUID;
import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.Fixtures.ZONES;
import static dev.vspherecloud.domain.Fixtures.guest;
import static dev.vspherecloud.domain.Fixtures.nowhere;
import static dev.vspherecloud.domain.Fixtures.onHostPath;
import static dev.vspherecloud.domain.Fixtures.place;
import static dev.vspherecloud.domain.Fixtures.untagged;
import static dev.vspherecloud.domain.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.NameMatching;
import dev.vspherecloud.domain.identity.Namesake;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodePolicyTest {
    private static final RecordedVm RECORDED =
            new RecordedVm(new VmRef(VCENTER, "vm-62"), INSTANCE_UUID, Optional.empty(), Optional.empty());
    private static final SystemUuid OTHER =
            SystemUuid.parse("42000000-0000-0000-0000-0000000000b2").orElseThrow();
    private static final NodeSettings ZONED = new NodeSettings(
            PLAIN.addresses(),
            Optional.of(ZONES),
            Map.of("team", "blue", "k8s.io/x", "no"),
            AncestorLabels.NONE,
            false);

    @Test
    @Conforms("N03 N05 N15 NM1 NM4 LP4 VN07")
    void initialisesATaintedNodeInOneStep() {
        var placement = onHostPath(place("ClusterComputeResource", "c1", "k8s-zone=za", "k8s-region=ra"));
        Vm vm = vm(guest("10.1.0.5"), placement);

        NodeDecision decision = decide(taintedNode(), new VmLookup.Found(vm), ZONED);

        assertThat(decision)
                .isEqualTo(new NodeDecision.Initialise(
                        vm,
                        chosen(vm),
                        new InitialisationPatch(
                                Optional.of(new ProviderId(BIOS)),
                                Map.of(
                                        "team", "blue",
                                        "node.kubernetes.io/instance-type", "vsphere-vm.cpu-4.mem-16gb.os-photon",
                                        "beta.kubernetes.io/instance-type", "vsphere-vm.cpu-4.mem-16gb.os-photon",
                                        "topology.kubernetes.io/zone", "za",
                                        "failure-domain.beta.kubernetes.io/zone", "za",
                                        "topology.kubernetes.io/region", "ra",
                                        "failure-domain.beta.kubernetes.io/region", "ra"),
                                RECORDED.annotations())));
    }

    /// The policy searches the VM by the provider ID of the Node, whatever the names of other VMs.
    @Test
    @Conforms("NM3 NM6 LP1 LP2")
    void theProviderIdOfANodeSaysWhichVmItIs() {
        NodeView node = node("vsphere://" + BIOS, "", true, Map.of(), List.of());
        Vm other = new Vm(
                "vc-a",
                "w-1",
                new VmIdentity(new VmRef(VCENTER, "vm-7"), OTHER, UUID.randomUUID()),
                VmRole.MACHINE,
                ConnectionState.CONNECTED,
                PowerState.ON,
                Fixtures.guest("w-1", guest("10.1.0.7").nics()),
                new Hardware(64, 1024, "other", 0),
                nowhere(),
                Optional.empty());

        VmQuery query = ((NodeIdentity.OnVsphere) node.identity()).query();
        VmLookup lookup = IdentityPolicy.decide(
                query,
                List.of(new VcenterAnswer.Answered(
                        "vc-a", List.of(new VmCandidate.Known(other), new VmCandidate.Known(vm())))),
                NameMatching.OFF);

        assertThat(query.namedUuid()).contains(BIOS);
        assertThat(decide(node, lookup, PLAIN)).isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> {
            assertThat(initialise.vm()).isEqualTo(vm());
            assertThat(initialise.patch().providerId()).isEmpty();
            assertThat(initialise.patch().labels())
                    .containsEntry("node.kubernetes.io/instance-type", "vsphere-vm.cpu-4.mem-16gb.os-photon");
        });
    }

    @Test
    @Conforms("N13 N20")
    void neverReplacesAProviderId() {
        NodeView node = node("vsphere://" + BIOS, "", true, Map.of(), List.of());

        assertThat(decide(node, new VmLookup.Found(vm()), PLAIN))
                .isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> assertThat(
                                initialise.patch().providerId())
                        .isEmpty());
    }

    @Test
    @Conforms("N19")
    void leavesExtraLabelsAloneThatTheNodeHasAlready() {
        var settings = new NodeSettings(
                PLAIN.addresses(), Optional.empty(), Map.of("node.example/kept", "ours"), AncestorLabels.NONE, false);

        assertThat(decide(taintedNode(), new VmLookup.Found(vm()), settings))
                .isInstanceOfSatisfying(
                        NodeDecision.Initialise.class,
                        initialise -> assertThat(initialise.patch().labels()).doesNotContainKey("node.example/kept"));
    }

    @Test
    void aMissingZoneBlocksTheWholeInitialisation() {
        assertThat(decide(taintedNode(), new VmLookup.Found(vm(guest("10.1.0.5"), untagged())), ZONED))
                .isInstanceOfSatisfying(
                        NodeDecision.Blocked.class,
                        blocked -> assertThat(blocked.reason().code()).isEqualTo(VsphereReason.ZONE_MISSING));
    }

    @ParameterizedTest
    @ValueSource(strings = {"k8s-zone=Zone A", "k8s-region=Süd"})
    @Conforms("J06")
    void aZoneOrRegionThatCanBeNoLabelKeepsTheTaintAndIsNamed(String tag) {
        String sound = tag.startsWith("k8s-zone") ? "k8s-region=ra" : "k8s-zone=za";
        var placement = onHostPath(place("ClusterComputeResource", "c1", tag, sound));

        assertThat(decide(taintedNode(), new VmLookup.Found(vm(guest("10.1.0.5"), placement)), ZONED))
                .isInstanceOfSatisfying(NodeDecision.Blocked.class, blocked -> {
                    assertThat(blocked.reason().code()).isEqualTo(VsphereReason.ZONE_INVALID);
                    assertThat(blocked.reason().message()).contains(tag.substring(tag.indexOf('=') + 1));
                });
    }

    @Test
    void aMissingZoneThatIsNotRequiredBlocksNothing() {
        var nearest = new TopologyRules(CATEGORIES, TopologyRules.Mode.NEAREST, false);
        var settings = new NodeSettings(PLAIN.addresses(), Optional.of(nearest), Map.of(), AncestorLabels.NONE, false);

        assertThat(decide(taintedNode(), new VmLookup.Found(vm(guest("10.1.0.5"), untagged())), settings))
                .isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> assertThat(
                                initialise.patch().labels())
                        .containsKey("node.kubernetes.io/instance-type")
                        .doesNotContainKey("topology.kubernetes.io/zone"));
    }

    @Test
    @Conforms("NA2")
    void followsANewAddressOfAnInitialisedNode() {
        NodeView node = node("vsphere://" + BIOS, "", false, Map.of(), addresses("w-1.example", "10.1.0.4"));

        assertThat(decide(node, new VmLookup.Found(vm()), ZONED))
                .isEqualTo(new NodeDecision.UpdateAddresses(vm(), chosen(vm())));
    }

    /// The columns are the addresses of the Node, the rules, and the addresses that the policy writes.
    @ParameterizedTest(name = "{0}, and by {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            I=10.1.0.5 E=10.1.0.5              | families=ipv4                          | -
            I=10.1.0.5 E=10.2.0.4              | int=10.1.0.0/16 ext=10.2.0.0/16        | I=10.1.0.5 E=10.2.0.5
            I=10.1.0.5 E=10.1.0.5              | int=10.1.0.0/16                        | I=10.1.0.5
            I=10.1.0.5                         | families=ipv4                          | I=10.1.0.5 E=10.1.0.5
            I=10.1.0.5 E=10.2.0.5              | int=10.2.0.0/16 ext=10.1.0.0/16        | I=10.2.0.5 E=10.1.0.5
            """)
    @Conforms("NA1 NA2 NA3 NA4 NA5")
    void addressesAreWrittenIfOneDiffers(String present, String rules, String written) {
        NodeView node = node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addressesInShort(present));
        Vm vm = vm(guest("10.1.0.5", "10.2.0.5"), nowhere());

        NodeDecision decision = decide(node, new VmLookup.Found(vm), with(rules));

        if (written.equals("-")) {
            assertThat(decision).isEqualTo(new NodeDecision.NoChange());
        } else {
            assertThat(decision).isInstanceOfSatisfying(NodeDecision.UpdateAddresses.class, update -> assertThat(
                            update.chosen().addresses())
                    .isEqualTo(addressesInShort(written)));
        }
    }

    private static List<NodeAddress> addressesInShort(String words) {
        return Stream.concat(
                        Stream.of(new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1.example")),
                        Stream.of(words.split(" "))
                                .map(word -> new NodeAddress(
                                        word.startsWith("I=")
                                                ? NodeAddress.Type.INTERNAL_IP
                                                : NodeAddress.Type.EXTERNAL_IP,
                                        word.substring(2))))
                .toList();
    }

    @Test
    @Conforms("NA3 J05 J09 VE02")
    void neverTakesAnAddressAwayBecauseTheReportIsEmpty() {
        NodeView node =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.4"));
        Vm silent = vm(Fixtures.guest("", List.of()), nowhere());

        assertThat(decide(node, new VmLookup.Found(silent), PLAIN)).isEqualTo(new NodeDecision.NoChange());
    }

    @Test
    void addressesStayAndAReasonIsReportedIfTheRulesExcludeAll() {
        NodeView node =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.5"));

        assertThat(decide(node, new VmLookup.Found(vm()), with("families=ipv6")))
                .isEqualTo(
                        new NodeDecision.Blocked(
                                new Reason(
                                        NodeReason.NO_USABLE_ADDRESS,
                                        "its VM w-1 (vm-62 on vc-a): the guest reports no usable IPv6 address, only 10.1.0.5 (IPv4);"
                                                + " configure one in the guest, or change ipFamily; the Node keeps the addresses it has")));
    }

    @Test
    void newRulesGiveAnInitialisedNodeOtherAddresses() {
        NodeView node =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.5"));
        Vm vm = vm(guest("10.1.0.5", "10.2.0.5"), nowhere());

        assertThat(decide(node, new VmLookup.Found(vm), with("not-int=10.1.0.0/16 not-ext=10.1.0.0/16")))
                .isInstanceOfSatisfying(NodeDecision.UpdateAddresses.class, update -> assertThat(
                                update.chosen().addresses())
                        .isEqualTo(addresses("w-1.example", "10.2.0.5")));
    }

    @Test
    @Conforms("J08")
    void familiesThatChangePlacesMoveTheMainAddress() {
        Vm vm = vm(guest("10.1.0.5", "fd00::5"), nowhere());
        var before = AddressPolicy.choose(vm.guest(), rules("families=ipv4,ipv6"));
        NodeView node = node(
                "vsphere://" + BIOS, "", false, RECORDED.annotations(), ((AddressChoice.Chosen) before).addresses());

        assertThat(decide(node, new VmLookup.Found(vm), with("families=ipv4,ipv6")))
                .isEqualTo(new NodeDecision.NoChange());
        assertThat(decide(node, new VmLookup.Found(vm), with("families=ipv6,ipv4")))
                .isInstanceOf(NodeDecision.UpdateAddresses.class);
    }

    @Test
    void newTagCategoriesRelabelNoNode() {
        var placement = onHostPath(place("ClusterComputeResource", "c1", "k8s-zone=za", "k8s-region=ra"));
        NodeView node =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.5"));

        assertThat(decide(node, new VmLookup.Found(vm(guest("10.1.0.5"), placement)), ZONED))
                .isEqualTo(new NodeDecision.NoChange());
    }

    @Test
    void labelsOnlyWhatIsConfigured() {
        var placement = onHostPath(place("ClusterComputeResource", "c1", "k8s-zone=za", "k8s-region=ra"));
        var zones = new TopologyCategories(Optional.of("k8s-zone"), Optional.empty());
        var settings = new NodeSettings(
                PLAIN.addresses(),
                Optional.of(new TopologyRules(zones, TopologyRules.Mode.COMPATIBLE, true)),
                Map.of(),
                AncestorLabels.NONE,
                false);

        assertThat(decide(taintedNode(), new VmLookup.Found(vm(guest("10.1.0.5"), placement)), settings))
                .isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> assertThat(
                                initialise.patch().labels())
                        .containsEntry("topology.kubernetes.io/zone", "za")
                        .containsEntry("failure-domain.beta.kubernetes.io/zone", "za")
                        .doesNotContainKeys(
                                "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"));
    }

    @Test
    void noRulesAreAssumedForAVcenterThatIsNotConfigured() {
        var others = new NodeSettings(Map.of("vc-b", IPV4), Optional.empty(), Map.of(), AncestorLabels.NONE, false);
        NodeView followed = node("vsphere://" + BIOS, "", false, Map.of(), addresses("w-1.example", "10.1.0.4"));

        assertThat(decide(taintedNode(), new VmLookup.Found(vm()), others)).isEqualTo(new NodeDecision.Wait());
        assertThat(decide(followed, new VmLookup.Found(vm()), others)).isEqualTo(new NodeDecision.Wait());
    }

    @Test
    @Conforms("J08")
    void anotherOrderOfTheSameAddressesIsNoChange() {
        List<NodeAddress> reversed = addresses("w-1.example", "10.1.0.5").reversed();
        NodeView node = node("vsphere://" + BIOS, "", false, RECORDED.annotations(), reversed);

        assertThat(decide(node, new VmLookup.Found(vm()), PLAIN)).isEqualTo(new NodeDecision.NoChange());
    }

    @Test
    @Conforms("N14")
    void recordsTheVmOfANodeThatAnotherProgramInitialised() {
        NodeView node = node("vsphere://" + BIOS, "", false, Map.of(), addresses("w-1.example", "10.1.0.5"));

        assertThat(decide(node, new VmLookup.Found(vm()), PLAIN)).isEqualTo(new NodeDecision.RecordVm(RECORDED));
    }

    @Test
    @Conforms("N07 N22 J05 LP6 LP7 VN07")
    void keepsMissingUnknownAndPendingApart() {
        var silence = new VmLookup.Silence("vc-b", "no answer for 3 s");

        assertThat(decide(new VmLookup.Missing(List.of("vc-a"))))
                .isEqualTo(new NodeDecision.Blocked(new Reason(
                        NodeReason.VM_NOT_FOUND,
                        "found no VM with system UUID %s in vCenter vc-a: the VM is not there, or the vCenter account may not read it; give the account the role Read-only on the VM"
                                .formatted(BIOS))));
        assertThat(decide(new VmLookup.Unknown(List.of(silence))))
                .isEqualTo(new NodeDecision.Blocked(new Reason(
                        VsphereReason.VCENTER_SILENT,
                        "its VM was not found, and these vCenters did not answer: vc-b (no answer for 3 s)")));
        assertThat(decide(new VmLookup.Pending())).isEqualTo(new NodeDecision.Wait());
    }

    @Test
    void namesTheVmThatHasTheNameOfTheNodeAndWhyItIsNotTaken() {
        String missing =
                "found no VM with system UUID %s in vCenter vc-a: the VM is not there, or the vCenter account may not read it; give the account the role Read-only on the VM."
                                .formatted(OTHER)
                        + " VM w-1 (vm-62 on vc-a) has the Node's name, but BIOS UUID %s, ".formatted(BIOS);

        assertThat(withNamesake(Optional.empty()))
                .isEqualTo(
                        missing
                                + "so the provider does not use it; if the Node runs on this VM, set nodes.matchByName to true");
        assertThat(withNamesake(Optional.of(new NodeName("w-2"))))
                .isEqualTo(missing + "and it is the VM of Node w-2, so the provider does not use it");
    }

    private static String withNamesake(Optional<NodeName> owner) {
        NodeView node = node("", OTHER.toString(), true, Map.of(), List.of());
        VmLookup lookup = new VmLookup.Missing(List.of("vc-a"), Optional.of(new Namesake(vm(), owner)));
        Reason reason = ((NodeDecision.Blocked) decide(node, lookup, PLAIN)).reason();
        assertThat(reason.code()).isEqualTo(NodeReason.VM_NOT_FOUND);
        return reason.message();
    }

    @Test
    void saysThatTwoVmsHaveTheNameOfTheNodeAndNoneHasItsUuid() {
        NodeView node = node("", OTHER.toString(), true, Map.of(), List.of());

        assertThat(decide(node, new VmLookup.Ambiguous(List.of(vm(), vm())), PLAIN))
                .isEqualTo(new NodeDecision.Blocked(new Reason(
                        NodeReason.VM_AMBIGUOUS,
                        "no VM has system UUID %s, and 2 VMs have the Node's name, so the provider chooses none: w-1 (vm-62 on vc-a), w-1 (vm-62 on vc-a); give all but one of the guests another host name"
                                .formatted(OTHER))));
    }

    @Test
    void aNodeThatIsMatchedByItsNameGetsTheProviderIdOfTheVmAndIsNotRecordedBefore() {
        NodeView node = node("", OTHER.toString(), true, Map.of(), List.of());

        assertThat(decide(node, new VmLookup.Found(vm()), PLAIN))
                .isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> assertThat(
                                initialise.patch().providerId())
                        .contains(new ProviderId(BIOS)));
        assertThat(NodePolicy.isRecordDue(node, vm())).isFalse();
        assertThat(NodePolicy.isRecordDue(node("", BIOS.toString(), true, Map.of(), List.of()), vm()))
                .isTrue();
    }

    @Test
    void aMatchByNameDoesNotClaimAnInitialisedNode() {
        NodeView metal = node("", OTHER.toString(), false, Map.of(), addresses("w-1", "192.0.2.7"));

        assertThat(decide(metal, new VmLookup.Found(vm()), PLAIN)).isEqualTo(new NodeDecision.Ignore());
    }

    @Test
    void choosesNoneOfTwoVmsAndNamesBoth() {
        assertThat(decide(new VmLookup.Ambiguous(List.of(vm(), vm()))))
                .isEqualTo(new NodeDecision.Blocked(new Reason(
                        NodeReason.VM_AMBIGUOUS,
                        "2 VMs have system UUID %s, so the provider chooses none: w-1 (vm-62 on vc-a), w-1 (vm-62 on vc-a); change or power off all but one"
                                .formatted(BIOS))));
    }

    @ParameterizedTest
    @MethodSource("lookupsWithoutAVm")
    @Conforms("N21 NM5 LP5 LP6 LP7 VN03")
    void everyLookupWithoutAVmHasItsOwnReasonCode(VmLookup lookup, ReasonCode code, String words) {
        assertThat(decide(lookup)).isInstanceOfSatisfying(NodeDecision.Blocked.class, blocked -> {
            assertThat(blocked.reason().code()).isEqualTo(code);
            assertThat(blocked.reason().message()).contains(words);
        });
    }

    @ParameterizedTest
    @MethodSource("lookupsWithoutAVm")
    @Conforms("N04 N14")
    void anInitialisedNodeThatNamesNoVmIsIgnored(VmLookup lookup, ReasonCode code, String words) {
        NodeView unnamed = node("", BIOS.toString(), false, Map.of(), addresses("w-1", "10.1.0.5"));

        assertThat(decide(unnamed, lookup, PLAIN)).isEqualTo(new NodeDecision.Ignore());
    }

    static Stream<Arguments> lookupsWithoutAVm() {
        return Stream.of(
                arguments(new VmLookup.Missing(List.of("vc-a")), NodeReason.VM_NOT_FOUND, "vc-a"),
                arguments(new VmLookup.Ambiguous(List.of(vm(), vm())), NodeReason.VM_AMBIGUOUS, "2 VMs"),
                arguments(
                        new VmLookup.Conflict(BIOS, List.of(), BIOS, List.of(vm())),
                        NodeReason.IDENTITY_CONFLICT,
                        "names no VM, but the kubelet runs on w-1 (vm-62 on vc-a)"),
                arguments(
                        new VmLookup.Elsewhere(vm(), new OtherDatacenter("/dc-9", List.of(), "add \"/dc-9\"")),
                        NodeReason.VM_IN_OTHER_DATACENTER,
                        "add \"/dc-9\", or move the VM"),
                arguments(new VmLookup.Placeholder(vm()), NodeReason.VM_IS_PLACEHOLDER, "replication placeholder"),
                arguments(new VmLookup.Template(vm()), NodeReason.VM_IS_TEMPLATE, "a template"),
                arguments(unreadable(ConnectionState.CONNECTED), NodeReason.VM_UNREADABLE, "Read-only"),
                arguments(unreadable(ConnectionState.INACCESSIBLE), NodeReason.VM_INACCESSIBLE, "x (vm-62 on vc-a)"),
                arguments(
                        new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-b", "away"))),
                        VsphereReason.VCENTER_SILENT,
                        "vc-b (away)"));
    }

    private static VmLookup unreadable(ConnectionState connection) {
        return new VmLookup.Unreadable(
                new VmCandidate.Unreadable("vc-a", "x", new VmRef(VCENTER, "vm-62"), connection));
    }

    @Test
    @Conforms("N02")
    void aNewNodeWaitsForTheHostNameOfItsGuestEvenIfTheKubeletReportsOne() {
        NodeView node = node(
                "", BIOS.toString(), true, Map.of(), List.of(new NodeAddress(NodeAddress.Type.HOSTNAME, "overridden")));
        Vm nameless = vm(Fixtures.guest("", guest("10.1.0.5").nics()), nowhere());

        assertThat(decide(node, new VmLookup.Found(nameless), PLAIN))
                .isInstanceOfSatisfying(
                        NodeDecision.Blocked.class,
                        blocked -> assertThat(blocked.reason().message()).contains("host name"));
    }

    @Test
    @Conforms("N08 N17")
    void theNodeIpDecidesAndTheProviderIdStays() {
        NodeView node = node(
                "vsphere://" + BIOS,
                "",
                true,
                Map.of("alpha.kubernetes.io/provided-node-ip", "10.1.0.6"),
                List.of(new NodeAddress(NodeAddress.Type.HOSTNAME, "overridden")));
        Vm vm = vm(guest("10.1.0.5", "10.1.0.6"), nowhere());

        assertThat(decide(node, new VmLookup.Found(vm), PLAIN))
                .isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> {
                    assertThat(initialise.patch().providerId()).isEmpty();
                    assertThat(initialise.chosen().addresses())
                            .containsExactly(
                                    new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.1.0.6"),
                                    new NodeAddress(NodeAddress.Type.EXTERNAL_IP, "10.1.0.6"),
                                    new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1.example"));
                });
    }

    @Test
    @Conforms("N04")
    void anInitialisedNodeIsClaimedOnceItsVmIsFound() {
        NodeView unnamed = node("", BIOS.toString(), false, Map.of(), addresses("w-1.example", "10.1.0.4"));

        assertThat(decide(unnamed, new VmLookup.Found(vm()), PLAIN)).isInstanceOf(NodeDecision.UpdateAddresses.class);
    }

    @ParameterizedTest
    @CsvSource({
        "DISCONNECTED, VM_DISCONNECTED",
        "INACCESSIBLE, VM_INACCESSIBLE",
        "INVALID, VM_UNREADABLE",
        "ORPHANED, VM_ORPHANED"
    })
    void noAddressIsWrittenForADisconnectedVm(ConnectionState connection, NodeReason code) {
        Vm vm = seen(connection, PowerState.UNKNOWN, guest("10.1.0.5"));
        NodeView initialised =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.4"));

        assertThat(decide(taintedNode(), new VmLookup.Found(vm), PLAIN))
                .isInstanceOfSatisfying(
                        NodeDecision.Blocked.class,
                        blocked -> assertThat(blocked.reason().code()).isEqualTo(code));
        NodeVerdict verdict = verdict(initialised, new VmLookup.Found(vm), PLAIN);
        assertThat(verdict.decision()).isEqualTo(new NodeDecision.NoChange());
        assertThat(verdict.remarks()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(code);
            assertThat(reason.code().isReportedWhenInitialised()).isTrue();
            assertThat(reason.message())
                    .startsWith("its VM w-1 (vm-62 on vc-a): ")
                    .endsWith("; until then the provider does not update this Node");
        });
    }

    @ParameterizedTest
    @MethodSource("lookupsWithoutAVm")
    void anInitialisedNodeThatIsNotUpdatedHasAReason(VmLookup lookup, ReasonCode code, String words) {
        NodeView node = node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1", "10.1.0.5"));

        assertThat(decide(node, lookup, PLAIN)).isInstanceOfSatisfying(NodeDecision.Blocked.class, blocked -> {
            assertThat(blocked.reason().code()).isEqualTo(code);
            assertThat(blocked.reason().message()).contains(words);
            if (code.scope() == ReasonCode.Scope.OBJECT) {
                assertThat(code.isReportedWhenInitialised()).isTrue();
                assertThat(blocked.reason().message()).endsWith("; until then the provider does not update this Node");
            }
        });
    }

    @Test
    void aRuleThatSelectsNothingIsARemarkAndBlocksNothing() {
        Vm vm = vm(guest("10.1.0.5"), nowhere());
        NodeSettings settings = with("int=10.9.0.0/16 ext=10.1.0.0/16");

        NodeVerdict first = verdict(taintedNode(), new VmLookup.Found(vm), settings);

        assertThat(first.decision()).isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> assertThat(
                        initialise.chosen().addresses())
                .isEqualTo(addressesInShort("E=10.1.0.5")));
        assertThat(first.remarks()).map(Reason::code).containsExactly(NodeReason.ADDRESS_RULE_UNMATCHED);
    }

    /// The columns are the tags above the VM, the mode of the zones, whether labels follow the VM, and the reason for
    /// an initialised Node.
    @ParameterizedTest(name = "{0}, {1}, {2}: {3}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            k8s-zone=za k8s-region=ra    | COMPATIBLE | false | -
            k8s-zone=za                  | COMPATIBLE | false | ZoneUntagged
            k8s-zone=za                  | NEAREST    | false | ZoneUntagged
            k8s-zone=za k8s-region=ra    | NEAREST    | false | -
            k8s-zone=za k8s-zone=zb      | COMPATIBLE | false | -
            k8s-zone=za k8s-zone=zb      | COMPATIBLE | true  | TagAmbiguous
            """)
    void tagsThatGiveAnInitialisedNodeNoZoneAreARemark(
            String tags, TopologyRules.Mode mode, boolean relabel, @Nullable String code) {
        var rules = new TopologyRules(CATEGORIES, mode, mode == TopologyRules.Mode.COMPATIBLE);
        var settings = new NodeSettings(PLAIN.addresses(), Optional.of(rules), Map.of(), AncestorLabels.NONE, relabel);
        var placement = new Placement(
                List.of(place("ClusterComputeResource", "c1", tags.split(" "))),
                untagged().poolPath(),
                untagged().folderPath(),
                List.of());
        NodeView node =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.5"));

        assertThat(verdict(node, new VmLookup.Found(vm(guest("10.1.0.5"), placement)), settings)
                        .remarks())
                .filteredOn(reason -> reason.code().group().equals(ReasonGroup.TOPOLOGY))
                .map(reason -> reason.code().text())
                .isEqualTo(code == null ? List.of() : List.of(code));
    }

    @Test
    void aNodeThatDoesNotWaitForItsZoneSaysThatItHasNone() {
        var nearest = new TopologyRules(CATEGORIES, TopologyRules.Mode.NEAREST, false);
        var settings = new NodeSettings(PLAIN.addresses(), Optional.of(nearest), Map.of(), AncestorLabels.NONE, false);

        NodeVerdict verdict = verdict(taintedNode(), new VmLookup.Found(vm(guest("10.1.0.5"), untagged())), settings);

        assertThat(verdict.decision()).isInstanceOf(NodeDecision.Initialise.class);
        assertThat(verdict.remarks())
                .containsExactly(
                        new Reason(
                                NodeReason.ZONE_UNTAGGED,
                                "neither the VM nor any object above it has a tag of category \"k8s-zone\" (labels.zone) and \"k8s-region\" (labels.region); attach the tag, or remove the key from section labels"));
    }

    @Test
    void aCategoryThatDoesNotExistIsReportedForInitialisedNodesToo() {
        var hidden = new Placement(List.of(), List.of(), List.of(), List.of("k8s-zone"));
        NodeView node =
                node("vsphere://" + BIOS, "", false, RECORDED.annotations(), addresses("w-1.example", "10.1.0.5"));

        assertThat(verdict(node, new VmLookup.Found(vm(guest("10.1.0.5"), hidden)), ZONED)
                        .remarks())
                .map(Reason::code)
                .containsExactly(VsphereReason.CATEGORY_MISSING);
    }

    @ParameterizedTest
    @EnumSource(names = {"OFF", "SUSPENDED"})
    void aPoweredOffVmIsReportedInsteadOfItsMissingGuestReport(PowerState power) {
        Vm silent = seen(ConnectionState.CONNECTED, power, Fixtures.guest("", List.of()));

        assertThat(decide(taintedNode(), new VmLookup.Found(silent), PLAIN))
                .isInstanceOfSatisfying(
                        NodeDecision.Blocked.class,
                        blocked -> assertThat(blocked.reason().code()).isEqualTo(NodeReason.VM_POWERED_OFF));
    }

    @Test
    void aRemarkOnAVmDoesNotBlockTheInitialisation() {
        var remark = new Reason(VsphereReason.VM_DUPLICATE, "there is a copy");

        NodeVerdict verdict = NodePolicy.decide(
                taintedNode(), new VmLookup.Found(vm(), "it runs", Optional.of(remark)), PLAIN, NodeContext.INITIAL);

        assertThat(verdict.decision()).isInstanceOf(NodeDecision.Initialise.class);
        assertThat(verdict.remarks()).containsExactly(remark);
    }

    private static Vm seen(ConnectionState connection, PowerState power, Guest guest) {
        Vm vm = vm();
        return new Vm(
                vm.vcenter(),
                vm.name(),
                vm.identity(),
                vm.role(),
                connection,
                power,
                guest,
                vm.hardware(),
                vm.placement(),
                Optional.empty());
    }

    private static NodeSettings with(String rules) {
        return new NodeSettings(Map.of("vc-a", rules(rules)), Optional.empty(), Map.of(), AncestorLabels.NONE, false);
    }

    private static AddressChoice.Chosen chosen(Vm vm) {
        return (AddressChoice.Chosen) AddressPolicy.choose(vm.guest(), IPV4);
    }

    private static NodeDecision decide(VmLookup lookup) {
        return decide(taintedNode(), lookup, PLAIN);
    }

    private static NodeDecision decide(NodeView node, VmLookup lookup, NodeSettings settings) {
        return verdict(node, lookup, settings).decision();
    }

    private static NodeVerdict verdict(NodeView node, VmLookup lookup, NodeSettings settings) {
        return NodePolicy.decide(node, lookup, settings, NodeContext.INITIAL);
    }
}
