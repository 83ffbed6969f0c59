package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.PROVIDER_ID;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.REF;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.SETTINGS;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.found;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.missing;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.newNode;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.node;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.recorded;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.vm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.controllers.node.NodeController;
import dev.vspherecloud.ccm.controllers.node.NodeObserver;
import dev.vspherecloud.ccm.controllers.node.NodeSources;
import dev.vspherecloud.ccm.controllers.node.VmRecorder;
import dev.vspherecloud.ccm.controllers.node.VmRecording;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeDryRunTest {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final NodeSettings RELABELLING =
            new NodeSettings(SETTINGS.addresses(), SETTINGS.topology(), Map.of(), SETTINGS.ancestorLabels(), true);

    record Situation(String name, NodeView node, VmLookup lookup, NodeSettings settings) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Situation> situations() {
        var elsewhere = new RecordedVm(
                new VmRef(UUID.randomUUID(), "vm-7"), UUID.randomUUID(), Optional.empty(), Optional.empty());
        return Stream.of(
                new Situation("of cloud-provider-vsphere (Go)", node(), found(vm()), SETTINGS),
                new Situation("already recorded", recorded(node()), found(vm()), SETTINGS),
                new Situation("new", newNode(), found(vm()), SETTINGS),
                new Situation(
                        "of another VM",
                        with(node(), node().meta().labels(), elsewhere.annotations()),
                        found(vm()),
                        SETTINGS),
                new Situation("without addresses", node(PROVIDER_ID), found(vm()), SETTINGS),
                new Situation("of an older label", with(node(), ZONE, "zone-b"), found(vm()), SETTINGS),
                new Situation(
                        "moved",
                        with(with(node(), ZONE, "zone-b"), "failure-domain.beta.kubernetes.io/zone", "zone-b"),
                        found(vm()),
                        RELABELLING),
                new Situation("of a VM that is gone", node(), missing(), SETTINGS),
                new Situation("new without a VM", newNode(), missing(), SETTINGS),
                new Situation(
                        "new and off", newNode(), found(vm(PowerState.OFF, ConnectionState.DISCONNECTED)), SETTINGS),
                new Situation(
                        "disconnected", node(), found(vm(PowerState.ON, ConnectionState.DISCONNECTED)), SETTINGS));
    }

    @ParameterizedTest
    @MethodSource("situations")
    void theDryRunEqualsTheWritesOfTheControllers(Situation situation) {
        NodeDryRun.Result dryRun = dryRun(situation);

        assertThat(changes(dryRun)).isEqualTo(written(situation));
    }

    private static Set<Change> written(Situation situation) {
        var nodes = new FakeNodes();
        NodeView before = put(situation.node(), nodes);
        var instances = new FakeInstances();
        instances.setLookup("w-1", situation.lookup());
        var confirmed = new ConfirmedVms(_ -> {});
        if (situation.lookup() instanceof VmLookup.Found(Vm vm, var _, var _)) {
            // The lifecycle controller confirms at once, because the vCenter of the other record was never seen.
            confirmed.confirm(before, vm);
        }
        var recorder = new VmRecorder(nodes, instances, confirmed);
        var controller = new NodeController(
                new NodeSources(nodes, instances, Map::of),
                new RecordedEvents(),
                situation::settings,
                new VmRecording(confirmed, recorder::reconcile),
                () -> 0,
                NodeObserver.NONE);
        for (int round = 0; round < 5; round++) {
            controller.reconcile(new NodeName("w-1"));
        }
        return new LinkedHashSet<>(
                Change.between(before, nodes.find(new NodeName("w-1")).orElseThrow()));
    }

    private static NodeView put(NodeView node, FakeNodes nodes) {
        NodeView put = nodes.add("w-1", node.providerId(), node.systemUuid(), node.isUninitialised(), node.addresses());
        for (var label : node.meta().labels().entrySet()) {
            put = nodes.label("w-1", label.getKey(), label.getValue());
        }
        for (var annotation : node.meta().annotations().entrySet()) {
            put = nodes.annotate("w-1", annotation.getKey(), annotation.getValue());
        }
        return put;
    }

    @Test
    void aNodeOfGoGetsOnlyTheRecordOfItsVm() {
        NodeDryRun.Result dryRun = dryRun(node(), found(vm()));

        assertThat(dryRun.writes())
                .isNotEmpty()
                .allMatch(write -> write.change().key().startsWith("vspherecloud.dev/")
                        && write.reason() == WriteReason.VM_RECORDED);
        assertThat(dryRun.lastDecision()).isInstanceOf(NodeDecision.NoChange.class);
        assertThat(dryRun.remarks()).isEmpty();
    }

    @Test
    void everythingOfANewNodeHasOneReason() {
        assertThat(dryRun(newNode(), found(vm())).writes())
                .allMatch(write -> write.reason() == WriteReason.NODE_INITIALISED)
                .map(write -> write.change().subject())
                .contains("provider ID", "taint " + NodeView.UNINITIALIZED, "label " + ZONE, "addresses");
    }

    @Test
    void aRemovedAddressIsReportedWithTheRuleThatDecided() {
        assertThat(dryRun(recorded(node(PROVIDER_ID, "10.1.0.99")), found(vm())).writes())
                .singleElement()
                .satisfies(write -> {
                    assertThat(write.reason()).isEqualTo(WriteReason.ADDRESS_GONE);
                    assertThat(write.change().text())
                            .isEqualTo(
                                    "InternalIP=10.1.0.5, ExternalIP=10.1.0.5 instead of InternalIP=10.1.0.99, ExternalIP=10.1.0.99");
                    assertThat(write.why())
                            .contains(
                                    "InternalIP=10.1.0.99 is removed: the guest does not report it",
                                    "InternalIP=10.1.0.5 is added: ");
                });
    }

    @Test
    void aProblemThatBlocksTheNodeIsARemark() {
        assertThat(dryRun(newNode(), missing()).remarks()).map(Reason::code).containsExactly(NodeReason.VM_NOT_FOUND);
    }

    @Test
    void anotherVmThanTheRecordedOneIsReported() {
        var other =
                new RecordedVm(new VmRef(REF.vcenter(), "vm-7"), UUID.randomUUID(), Optional.empty(), Optional.empty());

        assertThat(dryRun(with(node(), node().meta().labels(), other.annotations()), found(vm()))
                        .writes())
                .allMatch(write -> write.reason() == WriteReason.RECORD_OUTDATED)
                .map(PlannedWrite::why)
                .allMatch(why -> why.contains("vm-7") && why.contains("vm-62"));
    }

    private static NodeDryRun.Result dryRun(Situation situation) {
        return NodeDryRun.of(situation.node(), situation.lookup(), situation.settings(), NodeContext.INITIAL);
    }

    private static NodeDryRun.Result dryRun(NodeView node, VmLookup lookup) {
        return NodeDryRun.of(node, lookup, SETTINGS, NodeContext.INITIAL);
    }

    private static Set<Change> changes(NodeDryRun.Result dryRun) {
        return dryRun.writes().stream().map(PlannedWrite::change).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
