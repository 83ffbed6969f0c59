package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeControllerTest {
    private static final String UUID_TEXT = "42000000-0000-0000-0000-0000000000a1";
    private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    private static final NodeName W1 = new NodeName("w-1");

    private final FakeNodes nodes = new FakeNodes();
    private final FakeInstances instances = new FakeInstances();
    private final RecordedEvents events = new RecordedEvents();
    private final List<NodeName> toRecord = new ArrayList<>();
    private NodeSettings settings = settings(IpFamily.IPV4);
    private final RecordingNodeObserver observer = new RecordingNodeObserver();
    private final NodeController controller = new NodeController(
            new NodeSources(nodes, instances, Map::of),
            events,
            () -> settings,
            new VmRecording(new ConfirmedVms(_ -> {}), toRecord::add),
            () -> 0,
            observer);

    @Test
    void theObserverReceivesReasonsAndWritesOfANode() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Missing(List.of("vc-a")));
        controller.reconcile(W1);
        assertThat(observer.reasons).containsEntry(W1, Set.of(NodeReason.VM_NOT_FOUND));
        assertThat(observer.calls).isEmpty();

        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        controller.reconcile(W1);

        assertThat(observer.reasons).containsEntry(W1, Set.of());
        assertThat(observer.calls).containsExactly("initialised w-1", "written w-1");
    }

    @Test
    void aDeletedNodeHasNoReasons() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Missing(List.of("vc-a")));
        controller.reconcile(W1);
        nodes.remove("w-1");

        controller.reconcile(W1);

        assertThat(observer.reasons).containsEntry(W1, Set.of());
    }

    /// A failed request is retried, and logs no stack trace, since it is no bug.
    @Test
    void aWriteThatTheApiServerDidNotAnswerIsRetried() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        nodes.answerNextWith(new WriteOutcome.Failed("no answer in time"));

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.Retry("no answer in time"));
        assertThat(nodes.find(W1).orElseThrow().isUninitialised()).isTrue();
    }

    /// The taint stays until the second family is there, but users can read the first address at once.
    @Test
    void theAddressOfOneFamilyIsWrittenWhileTheOtherIsAwaited() {
        settings = settings(IpFamily.IPV4, IpFamily.IPV6);
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        controller.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("addresses w-1");
        assertThat(nodes.find(W1).orElseThrow().isUninitialised()).isTrue();
        assertThat(events.all()).singleElement().asString().contains("FamilyMissing");
    }

    @Test
    @Conforms("N03 NU1 NU2 J01 LP3 VE03")
    void writesAddressesBeforeTheTaintGoes() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        Outcome outcome = controller.reconcile(W1);

        assertThat(outcome).isEqualTo(new Outcome.Done());
        assertThat(nodes.writes()).containsExactly("addresses w-1", "initialise w-1");
        assertThat(nodes.find(W1).orElseThrow().isUninitialised()).isFalse();
        assertThat(nodes.find(W1).orElseThrow().providerId()).isEqualTo("vsphere://" + UUID_TEXT);
        assertThat(events.all()).containsExactly("Normal w-1 Synced: Node synced successfully");
    }

    @Test
    @Conforms("J02")
    void keepsTheTaintWhenTheAddressesCouldNotBeWritten() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        NodeView before = nodes.find(W1).orElseThrow();
        for (WriteOutcome failure : List.of(new WriteOutcome.Conflict(), new WriteOutcome.Failed("no connection"))) {
            nodes.answerNextWith(failure);

            assertThat(controller.reconcile(W1)).isInstanceOf(Outcome.Retry.class);
            assertThat(nodes.writes()).isEmpty();
            assertThat(nodes.find(W1)).contains(before);
        }

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.Done());
        assertThat(nodes.writes()).containsExactly("addresses w-1", "initialise w-1");
    }

    @Test
    void finishesOnTheSecondTryWithoutWritingTheAddressesAgain() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        nodes.writeAddresses(nodes.find(W1).orElseThrow(), addresses("10.1.0.5"));

        controller.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("addresses w-1", "initialise w-1");
    }

    @Test
    @Conforms("N21 N22")
    void reportsWhyANodeIsNotReadyAndRequeuesIt() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Missing(List.of("vc-a")));

        Outcome outcome = controller.reconcile(W1);

        assertThat(outcome).isInstanceOf(Outcome.RequeueAfter.class);
        assertThat(nodes.writes()).isEmpty();
        assertThat(events.all()).hasSize(1).first().asString().startsWith("Warning w-1 VmNotFound: found no VM with");
    }

    @Test
    void tagsAreReadWhileANodeNeedsThem() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        settings = new NodeSettings(
                settings.addresses(),
                Optional.of(new TopologyRules(
                        new TopologyCategories(Optional.of("k8s-zone"), Optional.empty()),
                        TopologyRules.Mode.COMPATIBLE,
                        true)),
                Map.of(),
                AncestorLabels.NONE,
                false);

        controller.reconcile(W1);
        assertThat(instances.awaitingTags()).containsExactly(W1);

        settings = settings(IpFamily.IPV4);
        controller.reconcile(W1);
        assertThat(instances.awaitingTags()).isEmpty();
    }

    @Test
    @Conforms("J02")
    void aRefusedWriteIsRetriedSoonSinceAPermissionChangeSendsNoEvent() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        nodes.answerNextWith(new WriteOutcome.Refused("forbidden"));

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.RequeueAfter(Duration.ofSeconds(10)));
        assertThat(events.all())
                .containsExactly("Warning w-1 WriteRefused: the API server refuses to change this Node: forbidden");
        assertThat(nodes.find(W1).orElseThrow().isUninitialised()).isTrue();
    }

    @Test
    @Conforms("N11 J24")
    void neitherReadsNorWritesAForeignNode() {
        nodes.add("w-1", "aws:///eu/i-1", UUID_TEXT, true, List.of());
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.Done());
        assertThat(instances.watched()).isEmpty();
        assertThat(nodes.writes()).isEmpty();
        assertThat(events.all()).isEmpty();
    }

    @Test
    @Conforms("N11 N20")
    void anyOtherProviderIdMakesANodeForeign() {
        nodes.add("w-1", "test-provider-id", UUID_TEXT, true, List.of());
        NodeView before = nodes.find(W1).orElseThrow();
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.Done());
        assertThat(nodes.find(W1)).contains(before);
    }

    /// The controller updates its addresses and records its VM. Everything else stays.
    @Test
    @Conforms("N04 N14")
    void aNodeThatIsInitialisedAlreadyGetsNoProviderIdAndNoLabel() {
        nodes.add("w-1", "", UUID_TEXT, false, addresses("10.1.0.4"));
        NodeView before = nodes.find(W1).orElseThrow();
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        settings = new NodeSettings(
                settings.addresses(), Optional.empty(), Map.of("team", "blue"), AncestorLabels.NONE, false);

        controller.reconcile(W1);
        controller.reconcile(W1);
        recorder().reconcile(W1);

        NodeView after = nodes.find(W1).orElseThrow();
        assertThat(nodes.writes()).containsExactly("addresses w-1", "annotate w-1");
        assertThat(after.addresses()).isEqualTo(addresses("10.1.0.5"));
        assertThat(after.providerId()).isEmpty();
        assertThat(after.meta().labels()).isEqualTo(before.meta().labels());
        assertThat(after.recordedVm())
                .contains(new RecordedVm(vmRef(), instance(), Optional.empty(), Optional.empty()));
        assertThat(events.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"invalid-ip, NodeIpMalformed", "10.1.0.9, NodeIpUnmatched"})
    @Conforms("N09 N10")
    void aNodeIpThatCannotBeSetKeepsTheTaintAndIsReported(String nodeIp, String reason) {
        nodes.addTainted("w-1", UUID_TEXT);
        NodeView before = nodes.annotate("w-1", "alpha.kubernetes.io/provided-node-ip", nodeIp);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);

        assertThat(nodes.find(W1)).contains(before);
        assertThat(events.all())
                .singleElement()
                .asString()
                .startsWith("Warning w-1 " + reason + ": ")
                .contains(nodeIp);
    }

    /// Tests a vCenter that fails, and one that has not answered yet.
    @Test
    @Conforms("N07 N22 J05")
    void aVcenterThatDoesNotAnswerLeavesANewNodeUnchangedAndIsRetried() {
        nodes.addTainted("w-1", UUID_TEXT);
        NodeView before = nodes.find(W1).orElseThrow();
        for (VmLookup answer : List.of(
                new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "unreachable"))), new VmLookup.Pending())) {
            instances.setLookup("w-1", answer);

            assertThat(controller.reconcile(W1)).isInstanceOf(Outcome.RequeueAfter.class);
            assertThat(nodes.find(W1)).contains(before);
        }
    }

    @Test
    @Conforms("J14")
    void aNodeThatNamesTwoVmsIsReportedAndNotWritten() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.4"));
        NodeView before = nodes.find(W1).orElseThrow();
        SystemUuid id = SystemUuid.parse(UUID_TEXT).orElseThrow();
        instances.setLookup("w-1", new VmLookup.Conflict(id, List.of(), id, List.of(vm("10.1.0.5"))));

        controller.reconcile(W1);

        assertThat(nodes.find(W1)).contains(before);
        assertThat(events.all()).singleElement().asString().startsWith("Warning w-1 IdentityConflict: ");
    }

    @Test
    void anInitialisedNodeWhoseUpdatesStopGetsOneEvent() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        instances.setLookup(
                "w-1", new VmLookup.Elsewhere(vm("10.1.0.5"), new OtherDatacenter("/dc-2", List.of(), "add it")));

        controller.reconcile(W1);
        controller.reconcile(W1);

        assertThat(events.all())
                .singleElement()
                .asString()
                .startsWith("Warning w-1 VmInOtherDatacenter: its VM w-1 (vm-62 on vc-a) is in datacenter \"/dc-2\"");
        assertThat(observer.reasons).containsEntry(W1, Set.of(NodeReason.VM_IN_OTHER_DATACENTER));
    }

    @Test
    void aRuleThatSelectsNothingIsReportedInOneEventAndCounted() {
        settings = settings(
                new NodeNetworks(List.of(), List.of(), List.of(), List.of(), "VM Network", "Edge"), IpFamily.IPV4);
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        controller.reconcile(W1);

        assertThat(nodes.find(W1).orElseThrow().addresses())
                .isEqualTo(addresses("10.1.0.5").subList(0, 2));
        assertThat(events.all()).hasSize(2).contains("Normal w-1 Synced: Node synced successfully");
        assertThat(events.all().getLast())
                .startsWith("Warning w-1 AddressRuleUnmatched: no address is on network \"Edge\"");
        assertThat(observer.reasons).containsEntry(W1, Set.of(NodeReason.ADDRESS_RULE_UNMATCHED));
    }

    @Test
    @Conforms("VN10")
    void forgetsADeletedNode() {
        nodes.addTainted("w-1", UUID_TEXT);
        controller.reconcile(W1);
        assertThat(instances.watched()).containsExactly(W1);

        nodes.remove("w-1");
        controller.reconcile(W1);

        assertThat(instances.watched()).isEmpty();
    }

    @Test
    @Conforms("NA2")
    void followsANewAddressWithOneWrite() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.4"));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("addresses w-1");
        assertThat(nodes.find(W1).orElseThrow().addresses()).isEqualTo(addresses("10.1.0.5"));
    }

    @Test
    void newSettingsApplyAtTheNextReconcile() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5", "fd00::5")));
        controller.reconcile(W1);
        assertThat(nodes.writes()).isEmpty();

        settings = settings(IpFamily.IPV6);
        controller.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("addresses w-1");
        assertThat(nodes.find(W1).orElseThrow().addresses()).isEqualTo(addresses("fd00::5"));
    }

    @Test
    void aRuleThatCannotBeMetIsReportedAndRemovesNoAddress() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        settings = settings(IpFamily.IPV6);

        Outcome outcome = controller.reconcile(W1);

        assertThat(outcome).isInstanceOf(Outcome.RequeueAfter.class);
        assertThat(nodes.writes()).isEmpty();
        assertThat(events.all())
                .singleElement()
                .asString()
                .startsWith("Warning w-1 NoUsableAddress: ")
                .endsWith("configure one in the guest, or change ipFamily; the Node keeps the addresses it has");
    }

    @Test
    void nothingIsReportedForAnInitialisedNodeWhileItsGuestReportsNothing() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        settings = settings(IpFamily.IPV6);

        instances.setLookup("w-1", new VmLookup.Found(vm()));
        controller.reconcile(W1);
        instances.setLookup("w-1", new VmLookup.Found(vm("fe80::1")));
        controller.reconcile(W1);

        assertThat(events.all()).isEmpty();
        assertThat(nodes.writes()).isEmpty();
    }

    @Test
    void aDriftIsReportedOnceAndWritesNothing() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        nodes.label("w-1", INSTANCE_TYPE, "vsphere-vm.cpu-1.mem-4gb.os-ubuntu");
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        controller.reconcile(W1);
        assertThat(events.all())
                .singleElement()
                .asString()
                .startsWith("Warning w-1 InstanceTypeDrift: its VM w-1 (vm-62 on vc-a) now requires " + INSTANCE_TYPE
                        + "=vsphere-vm.cpu-2.mem-4gb.os-ubuntu instead of vsphere-vm.cpu-1.mem-4gb.os-ubuntu");
        assertThat(nodes.writes()).isEmpty();
    }

    @Test
    void labelsFollowWithOneWriteWhereThatIsAllowed() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        nodes.label("w-1", INSTANCE_TYPE, "vsphere-vm.cpu-1.mem-4gb.os-ubuntu");
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        settings = new NodeSettings(settings.addresses(), Optional.empty(), Map.of(), AncestorLabels.NONE, true);

        controller.reconcile(W1);
        controller.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("label w-1");
        assertThat(nodes.find(W1).orElseThrow().meta().labels())
                .containsEntry(INSTANCE_TYPE, "vsphere-vm.cpu-2.mem-4gb.os-ubuntu");
        assertThat(events.all()).isEmpty();
    }

    @Test
    void anUnchangedNodeIsReconciledAgainAfterTheConfiguredTime() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        var often = Duration.ofSeconds(90);
        settings =
                new NodeSettings(settings.addresses(), Optional.empty(), Map.of(), AncestorLabels.NONE, false, often);

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.RequeueAfter(often));
    }

    @Test
    void aSilentVcenterIsReportedForTheVcenterAndNotForTheNode() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.4"));
        instances.setLookup("w-1", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "unreachable"))));

        controller.reconcile(W1);

        assertThat(events.all()).containsExactly("Warning vCenter vc-a VcenterSilent: unreachable");
        assertThat(nodes.writes()).isEmpty();
    }

    @Test
    void leavesTheRecordOfATakenOverNodeToTheRecorder() {
        nodes.add("w-1", "vsphere://" + UUID_TEXT, UUID_TEXT, false, addresses("10.1.0.5"));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        assertThat(toRecord).containsExactly(W1);
        assertThat(nodes.writes()).isEmpty();

        VmRecorder recorder = recorder();
        recorder.reconcile(W1);
        recorder.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("annotate w-1");
        assertThat(nodes.find(W1).orElseThrow().recordedVm())
                .contains(new RecordedVm(vmRef(), instance(), Optional.empty(), Optional.empty()));
        assertThat(nodes.find(W1).orElseThrow().meta().annotations()).doesNotContainKey(RecordedVm.BIOS_UUID);
    }

    /// Another controller initialised the Node without a provider ID.
    @Test
    void aNodeWithoutUuidsIsRecordedOnlyOnce() {
        nodes.add("w-1", "", "", false, addresses("10.1.0.5"));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        VmRecorder recorder = recorder();

        controller.reconcile(W1);
        recorder.reconcile(W1);
        controller.reconcile(W1);

        assertThat(toRecord).containsExactly(W1);
        assertThat(nodes.find(W1).orElseThrow().recordedVm()).isEmpty();
    }

    @Test
    void theVmOfANodeThatCanNotBeInitialisedIsRecordedMeanwhile() {
        settings = settings(IpFamily.IPV6);
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        VmRecorder recorder = recorder();

        controller.reconcile(W1);
        assertThat(toRecord).containsExactly(W1);
        recorder.reconcile(W1);
        controller.reconcile(W1);
        recorder.reconcile(W1);

        assertThat(toRecord).containsExactly(W1);
        assertThat(nodes.writes()).containsExactly("annotate w-1");
        assertThat(nodes.find(W1).orElseThrow().isUninitialised()).isTrue();
        assertThat(nodes.find(W1).orElseThrow().recordedVm())
                .contains(new RecordedVm(vmRef(), instance(), Optional.empty(), Optional.empty()));
        assertThat(nodes.find(W1).orElseThrow().meta().annotations()).containsEntry(RecordedVm.BIOS_UUID, UUID_TEXT);
    }

    /// The VM in the record may be hidden, and this one its copy.
    @Test
    void theRecordOfAnotherVmStaysAtTheInitialisation() {
        nodes.addTainted("w-1", UUID_TEXT);
        var other = new RecordedVm(
                new VmRef(UUID.randomUUID(), "vm-1"), UUID.randomUUID(), Optional.empty(), Optional.empty());
        other.annotations().forEach((key, value) -> nodes.annotate("w-1", key, value));
        nodes.annotate("w-1", RecordedVm.BIOS_UUID, UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        recorder().reconcile(W1);

        assertThat(nodes.writes()).containsExactly("addresses w-1", "initialise w-1");
        assertThat(nodes.find(W1).orElseThrow().recordedVm()).contains(other);
    }

    @Test
    void aNodeThatIsInitialisedAtOnceCostsNoOtherRecord() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        recorder().reconcile(W1);

        assertThat(toRecord).isEmpty();
        assertThat(nodes.writes()).containsExactly("addresses w-1", "initialise w-1");
    }

    @Test
    void aNodeMatchedByNameIsNotRecordedBeforeItsInitialisation() {
        settings = settings(IpFamily.IPV6);
        nodes.addTainted("w-1", "");
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);
        recorder().reconcile(W1);

        assertThat(toRecord).isEmpty();
        assertThat(nodes.writes()).isEmpty();
    }

    @Test
    @Conforms("J03")
    void aNodeThatOthersKeepWritingIsFinallyInitialisedAndReportedOnce() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        for (int n = 0; n < 3; n++) {
            nodes.answerNextWith(new WriteOutcome.Conflict());
            assertThat(controller.reconcile(W1)).isInstanceOf(Outcome.Retry.class);
        }

        controller.reconcile(W1);

        assertThat(nodes.writes()).containsExactly("addresses w-1", "initialise w-1");
        assertThat(events.all()).containsExactly("Normal w-1 Synced: Node synced successfully");
    }

    @Test
    @Conforms("J04")
    void aNodeThatIsDeletedDuringAWriteIsNoFailure() {
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        nodes.answerNextWith(new WriteOutcome.Vanished());

        assertThat(controller.reconcile(W1)).isEqualTo(new Outcome.Done());
        assertThat(events.all()).isEmpty();
    }

    @Test
    @Conforms("J07")
    void anUnchangedNodeOfTwoFamiliesIsNotWritten() {
        settings = settings(IpFamily.IPV4, IpFamily.IPV6);
        nodes.addTainted("w-1", UUID_TEXT);
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5", "fd00::5")));
        controller.reconcile(W1);
        int before = nodes.writes().size();

        controller.reconcile(W1);

        assertThat(nodes.writes()).hasSize(before);
        assertThat(nodes.find(W1).orElseThrow().addresses()).hasSize(5);
    }

    @Test
    @Conforms("J11")
    void aNodeIpThatTheGuestReportsLateIsWaitedFor() {
        nodes.addTainted("w-1", UUID_TEXT);
        nodes.annotate("w-1", "alpha.kubernetes.io/provided-node-ip", "10.1.0.6");
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));
        controller.reconcile(W1);
        assertThat(nodes.writes()).isEmpty();

        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5", "10.1.0.6")));
        controller.reconcile(W1);

        assertThat(nodes.find(W1).orElseThrow().addresses()).containsExactlyInAnyOrderElementsOf(addresses("10.1.0.6"));
        assertThat(nodes.find(W1).orElseThrow().isUninitialised()).isFalse();
    }

    @Test
    @Conforms("N01")
    void theGuestsHostNameReplacesTheKubelets() {
        nodes.add("w-1", "", UUID_TEXT, true, List.of(new NodeAddress(NodeAddress.Type.HOSTNAME, "overridden")));
        instances.setLookup("w-1", new VmLookup.Found(vm("10.1.0.5")));

        controller.reconcile(W1);

        NodeView node = nodes.find(W1).orElseThrow();
        assertThat(node.addresses()).isEqualTo(addresses("10.1.0.5"));
        assertThat(node.providerId()).isEqualTo("vsphere://" + UUID_TEXT);
        assertThat(node.isUninitialised()).isFalse();
    }

    private static NodeSettings settings(IpFamily... families) {
        return settings(NodeNetworks.ANY, families);
    }

    private static NodeSettings settings(NodeNetworks networks, IpFamily... families) {
        return new NodeSettings(
                Map.of("vc-a", new AddressRules(List.of(families), FamilyPolicy.REQUIRE, networks)),
                Optional.empty(),
                Map.of(),
                AncestorLabels.NONE,
                false);
    }

    private static Vm vm(String... ips) {
        var nic = new GuestNic(
                "VM Network",
                4000,
                Arrays.stream(ips)
                        .map(ip -> new GuestAddress(ip, InetAddress.ofLiteral(ip)))
                        .toList());
        return Vms.machine(
                "vc-a",
                "w-1",
                new VmIdentity(vmRef(), SystemUuid.parse(UUID_TEXT).orElseThrow(), instance()),
                PowerState.ON,
                Vms.guest("w-1", List.of(nic)),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }

    private static VmRef vmRef() {
        return new VmRef(new UUID(1, 1), "vm-62");
    }

    private static UUID instance() {
        return new UUID(2, 2);
    }

    private static List<NodeAddress> addresses(String ip) {
        return List.of(
                new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"),
                new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip),
                new NodeAddress(NodeAddress.Type.EXTERNAL_IP, ip));
    }

    private VmRecorder recorder() {
        return new VmRecorder(nodes, instances, new ConfirmedVms(_ -> {}));
    }
}
