package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Thousands of changes to Nodes and VMs, in an order that the seed decides. The invariants hold after each change,
/// and after the last one every Node reaches its correct state.
class RandomNodesTest {
    private static final int EVENTS = 5_000;
    private static final int NODES = 6;
    private static final String FOREIGN_ID = "aws:///eu-1/i-1";

    private final FakeNodes nodes = new FakeNodes();
    private final FakeInstances instances = new FakeInstances();
    private final RecordedEvents events = new RecordedEvents();
    private final Set<NodeName> toRecord = new LinkedHashSet<>();
    private NodeSettings settings = settings(NodeNetworks.ANY);
    private final Nodes changingNodes = new ConcurrentlyChangedNodes();
    private final NodeController controller = new NodeController(
            new NodeSources(changingNodes, instances, Map::of),
            events,
            () -> settings,
            new VmRecording(new ConfirmedVms(_ -> {}), toRecord::add),
            () -> 0,
            NodeObserver.NONE);
    private final VmRecorder recorder = new VmRecorder(changingNodes, instances, new ConfirmedVms(_ -> {}));
    private final Set<String> createdTainted = new HashSet<>();
    private final Set<String> hadAddress = new HashSet<>();
    private final Map<String, String> providerIdByUid = new HashMap<>();
    private final Map<String, NodeView> foreignByUid = new HashMap<>();
    private Optional<Random> concurrentChanges = Optional.empty();
    private int refusals;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void invariantsHoldAndEveryNodeReachesItsCorrectState(long seed) {
        var random = new Random(seed);
        concurrentChanges = Optional.of(random);
        for (int i = 0; i < EVENTS; i++) {
            inject(random, random.nextInt(NODES));
            work(random);
            assertInvariants();
        }

        concurrentChanges = Optional.empty();
        recover();

        for (int n = 0; n < NODES; n++) {
            assertSettled(n);
        }
    }

    private void inject(Random random, int n) {
        switch (random.nextInt(18)) {
            case 0 -> register(n, "", true);
            case 1 -> register(n, providerId(n), random.nextBoolean());
            case 2 -> register(n, FOREIGN_ID, random.nextBoolean());
            case 3 -> nodes.remove(name(n).value());
            case 4, 5, 6 -> setLookup(n, new VmLookup.Found(vm(n, "10.0.%d.%d".formatted(n, 1 + random.nextInt(3)))));
            case 7 -> setLookup(n, new VmLookup.Found(vm(n)));
            case 8 -> setLookup(n, new VmLookup.Missing(List.of("vc-a")));
            case 9 -> setLookup(n, new VmLookup.Ambiguous(List.of(vm(n, "10.0.0.8"), vm(n, "10.0.0.9"))));
            case 10 -> setLookup(n, new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "unreachable"))));
            case 11 -> refuse(new WriteOutcome.Conflict());
            case 12 -> refuse(new WriteOutcome.Refused("forbidden"));
            case 15 -> refuse(new WriteOutcome.Failed("no answer in time"));
            case 13 ->
                nodes.find(name(n))
                        .filter(node -> !isForeign(node))
                        .ifPresent(_ -> nodes.label(name(n).value(), "rack", Integer.toString(random.nextInt())));
            case 14 -> settings = settings(random.nextInt(3));
            case 16 -> setLookup(n, withoutVm(n, random.nextInt(5)));
            case 17 -> register(n, "", false);
            default -> throw new IllegalStateException();
        }
    }

    private static VmLookup withoutVm(int n, int which) {
        Vm vm = vm(n, "10.0.0.8");
        return switch (which) {
            case 0 -> new VmLookup.Template(vm);
            case 1 -> new VmLookup.Placeholder(vm);
            case 2 -> new VmLookup.Elsewhere(vm, new OtherDatacenter("/dc-9", List.of(), "add it"));
            case 3 -> new VmLookup.Conflict(uuid(n), List.of(vm), uuid(n + NODES), List.of(vm));
            default ->
                new VmLookup.Unreadable(new VmCandidate.Unreadable(
                        "vc-a", vm.name(), vm.identity().ref(), ConnectionState.CONNECTED));
        };
    }

    /// Returns settings that allow 0: any address, 1: addresses in one of three ranges, 2: no address.
    private static NodeSettings settings(int which) {
        return settings(
                switch (which) {
                    case 0 -> NodeNetworks.ANY;
                    case 1 -> networks(List.of(subnet("10.0.0.2/31"), subnet("10.0.1.0/24")), List.of());
                    default -> networks(List.of(), List.of(subnet("0.0.0.0/0")));
                });
    }

    private static NodeSettings settings(NodeNetworks networks) {
        return new NodeSettings(
                Map.of("vc-a", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, networks)),
                Optional.empty(),
                Map.of(),
                AncestorLabels.NONE,
                false);
    }

    private static NodeNetworks networks(List<Subnet> preferred, List<Subnet> excluded) {
        return new NodeNetworks(preferred, preferred, excluded, excluded, "", "");
    }

    private static Subnet subnet(String text) {
        return Subnet.parse(text).orElseThrow();
    }

    /// Registers a Node, unless there is one of this name.
    private void register(int n, String providerId, boolean tainted) {
        if (nodes.find(name(n)).isEmpty()) {
            List<NodeAddress> kubeletsOwn = List.of(new NodeAddress(NodeAddress.Type.HOSTNAME, name(n).value()));
            NodeView node = nodes.add(name(n).value(), providerId, uuid(n).toString(), tainted, kubeletsOwn);
            if (tainted) {
                createdTainted.add(node.meta().uid());
            }
            if (isForeign(node)) {
                foreignByUid.put(node.meta().uid(), node);
            }
        }
    }

    private void refuse(WriteOutcome outcome) {
        nodes.answerNextWith(outcome);
        refusals++;
    }

    private void setLookup(int n, VmLookup lookup) {
        instances.setLookup(name(n).value(), lookup);
    }

    /// Reconciles any Node at any time.
    private void work(Random random) {
        controller.reconcile(name(random.nextInt(NODES)));
        if (random.nextInt(4) == 0) {
            for (NodeName name : toRecord) {
                recorder.reconcile(name);
            }
            toRecord.clear();
        }
    }

    private void assertInvariants() {
        for (int n = 0; n < NODES; n++) {
            nodes.find(name(n)).ifPresent(this::assertInvariants);
        }
    }

    private void assertInvariants(NodeView node) {
        String uid = node.meta().uid();
        if (isForeign(node)) {
            assertThat(node).as("a foreign Node is not written").isEqualTo(foreignByUid.get(uid));
            return;
        }
        if (createdTainted.contains(uid) && !node.isUninitialised()) {
            assertThat(node.addresses())
                    .as("no taint is gone before the addresses are there")
                    .extracting(NodeAddress::type)
                    .contains(NodeAddress.Type.INTERNAL_IP);
        }
        boolean hasAddress = node.addresses().stream().anyMatch(RandomNodesTest::isInternal);
        assertThat(hasAddress || !hadAddress.contains(uid))
                .as("no address is lost, whatever the rules become")
                .isTrue();
        if (hasAddress) {
            hadAddress.add(uid);
        }
        if (!node.providerId().isEmpty()) {
            assertThat(node.providerId())
                    .as("a provider id never changes")
                    .isEqualTo(providerIdByUid.computeIfAbsent(uid, _ -> node.providerId()));
        }
    }

    /// Gives every Node a VM with a valid address, and allows any address. Then reconciles all Nodes until the
    /// announced refusals are used up.
    private void recover() {
        settings = settings(NodeNetworks.ANY);
        for (int n = 0; n < NODES; n++) {
            setLookup(n, new VmLookup.Found(vm(n, "10.0.7." + n)));
        }
        for (int round = 0; round < refusals + 3; round++) {
            for (int n = 0; n < NODES; n++) {
                controller.reconcile(name(n));
            }
            toRecord.forEach(recorder::reconcile);
            toRecord.clear();
            assertInvariants();
        }
    }

    private void assertSettled(int n) {
        Optional<NodeView> found = nodes.find(name(n));
        if (found.isEmpty() || isForeign(found.get())) {
            assertThat(instances.watched()).doesNotContain(name(n));
            return;
        }
        NodeView node = found.get();
        int writes = nodes.writes().size();
        controller.reconcile(name(n));
        assertThat(nodes.writes()).hasSize(writes);
        assertThat(node.isUninitialised()).isFalse();
        assertThat(node.providerId()).isIn(providerId(n), "");
        assertThat(node.addresses()).contains(new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.7." + n));
        assertThat(node.recordedVm()).isPresent();
    }

    private static boolean isInternal(NodeAddress address) {
        return address.type() == NodeAddress.Type.INTERNAL_IP;
    }

    private static boolean isForeign(NodeView node) {
        return node.providerId().equals(FOREIGN_ID);
    }

    private static NodeName name(int n) {
        return new NodeName("w-" + n);
    }

    private static SystemUuid uuid(int n) {
        return new SystemUuid(new UUID(0x4200_0000_0000_0000L, n));
    }

    private static String providerId(int n) {
        return "vsphere://" + uuid(n);
    }

    /// @param ips empty while VMware Tools do not report
    private static Vm vm(int n, String... ips) {
        List<GuestAddress> addresses = List.of(ips).stream()
                .map(ip -> new GuestAddress(ip, InetAddress.ofLiteral(ip)))
                .toList();
        return Vms.machine(
                "vc-a",
                "w-" + n,
                new VmIdentity(new VmRef(new UUID(1, 1), "vm-" + n), uuid(n), new UUID(2, n)),
                PowerState.ON,
                Vms.guest("w-" + n, List.of(new GuestNic("VM Network", 4000, addresses))),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }

    /// Changes something between a read and a write of the controller.
    private final class ConcurrentlyChangedNodes implements Nodes {
        @Override
        public Optional<NodeView> find(NodeName name) {
            return nodes.find(name);
        }

        @Override
        public Set<NodeName> names() {
            return nodes.names();
        }

        @Override
        public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
            changeSomething();
            return nodes.writeAddresses(seen, addresses);
        }

        @Override
        public WriteOutcome initialise(NodeView seen, InitialisationPatch marks) {
            changeSomething();
            return nodes.initialise(seen, marks);
        }

        @Override
        public WriteOutcome label(NodeView seen, Map<String, String> labels) {
            changeSomething();
            return nodes.label(seen, labels);
        }

        @Override
        public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
            changeSomething();
            return nodes.annotate(seen, annotations);
        }

        @Override
        public WriteOutcome addShutdownTaint(NodeView seen) {
            changeSomething();
            return nodes.addShutdownTaint(seen);
        }

        @Override
        public WriteOutcome removeShutdownTaint(NodeView seen) {
            changeSomething();
            return nodes.removeShutdownTaint(seen);
        }

        @Override
        public DeleteOutcome delete(NodeView seen) {
            changeSomething();
            return nodes.delete(seen);
        }

        private void changeSomething() {
            concurrentChanges.ifPresent(random -> inject(random, random.nextInt(NODES)));
        }
    }
}
