package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
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
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A week in a cluster with several providers: the controller does not write foreign Nodes, reports nothing about
/// them, and does not requeue them.
class ForeignNodesTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration HEARTBEAT = Duration.ofMinutes(5);
    private static final String UUID_TEXT = "42000000-0000-0000-0000-0000000000a1";
    private static final NodeName NODE = new NodeName("w-1");

    private final FakeNodes nodes = new FakeNodes();
    private final FakeInstances instances = new FakeInstances();
    private final RecordedEvents events = new RecordedEvents();
    private final List<NodeName> toRecord = new ArrayList<>();
    private final NodeSettings settings = new NodeSettings(
            Map.of("vc-a", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NodeNetworks.ANY)),
            Optional.empty(),
            Map.of(),
            AncestorLabels.NONE,
            false);
    private long now;
    private final NodeController controller = new NodeController(
            new NodeSources(nodes, instances, Map::of),
            events,
            () -> settings,
            new VmRecording(new ConfirmedVms(_ -> {}), toRecord::add),
            () -> now,
            NodeObserver.NONE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aws:///eu-central-1a/i-0123456789",
                "azure:///subscriptions/s/resourceGroups/g/virtualMachines/w-1",
                "gce://project/zone/w-1",
                "k3s://w-1",
                "kubemark://w-1",
                "metal3://namespace/host/w-1",
                "openstack:///4237558d-a1b2-c3d4-e5f6-0123456789ab",
                "baremetalhost:///w-1"
            })
    void aNodeOfAnotherProviderIsIgnored(String providerId) {
        // Its name and its UUID are those of an existing VM.
        instances.put(vm());
        for (boolean tainted : List.of(true, false)) {
            nodes.add("w-1", providerId, UUID_TEXT, tainted, kubeletsOwn());

            passAWeek();

            assertThat(instances.watched()).isEmpty();
            assertNothingHappened();
        }
    }

    @Test
    void aNodeThatAnotherControllerInitialisedAndThatHasNoVmIsIgnored() {
        nodes.add("w-1", "", UUID_TEXT, false, kubeletsOwn());

        passAWeek();

        assertNothingHappened();
    }

    @Test
    void itIsIgnoredEvenIfVcentersAreSilentOrShowCopies() {
        nodes.add("w-1", "", UUID_TEXT, false, kubeletsOwn());
        for (VmLookup lookup : List.of(
                new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "unreachable"))),
                new VmLookup.Ambiguous(List.of(vm(), vm())),
                new VmLookup.Template(vm()),
                new VmLookup.Elsewhere(vm(), new OtherDatacenter("/dc-9", List.of(), "add it")))) {
            instances.setLookup("w-1", lookup);

            passAWeek();

            assertNothingHappened();
        }
    }

    @Test
    void itIsManagedOnceItsVmExists() {
        nodes.add("w-1", "", UUID_TEXT, false, kubeletsOwn());
        passAWeek();

        instances.put(vm());
        controller.reconcile(NODE);

        assertThat(nodes.writes()).containsExactly("addresses w-1");
    }

    /// Reconciles the Node only after writes of its kubelet, since the controller does not requeue it.
    private void passAWeek() {
        for (Duration age = Duration.ZERO; age.compareTo(WEEK) < 0; age = age.plus(HEARTBEAT)) {
            nodes.label("w-1", "node.example/heartbeat", age.toString());
            now += HEARTBEAT.toNanos();

            assertThat(controller.reconcile(NODE)).isEqualTo(new Outcome.Done());
        }
    }

    private void assertNothingHappened() {
        assertThat(nodes.writes()).isEmpty();
        assertThat(events.all()).isEmpty();
        assertThat(toRecord).isEmpty();
    }

    private static List<NodeAddress> kubeletsOwn() {
        return List.of(new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"));
    }

    private static Vm vm() {
        var address = new GuestAddress("10.1.0.5", InetAddress.ofLiteral("10.1.0.5"));
        return Vms.machine(
                "vc-a",
                "w-1",
                new VmIdentity(
                        new VmRef(new UUID(1, 1), "vm-62"),
                        SystemUuid.parse(UUID_TEXT).orElseThrow(),
                        new UUID(2, 2)),
                PowerState.ON,
                Vms.guest("w-1", List.of(new GuestNic("VM Network", 4000, List.of(address)))),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }
}
