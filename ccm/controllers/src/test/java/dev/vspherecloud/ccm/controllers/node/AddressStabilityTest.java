package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ten Nodes keep their addresses while a virtual IP moves between their VMs and VMware Tools restart. The
/// controller sees every report, and only the reports distinguish the virtual IP.
class AddressStabilityTest {
    private static final int NODES = 10;
    private static final String VIP = "10.1.0.100";

    private final FakeNodes nodes = new FakeNodes();
    private final FakeInstances instances = new FakeInstances();
    private final RecordedEvents events = new RecordedEvents();
    private final NodeSettings settings = new NodeSettings(
            Map.of("vc-a", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NodeNetworks.ANY)),
            Optional.empty(),
            Map.of(),
            AncestorLabels.NONE,
            false);
    private final Map<InetAddress, String> claims = new HashMap<>();
    private long seconds;
    private final NodeController controller = new NodeController(
            new NodeSources(nodes, instances, () -> claims),
            events,
            () -> settings,
            new VmRecording(new ConfirmedVms(_ -> {}), _ -> {}),
            () -> Duration.ofSeconds(seconds).toNanos(),
            NodeObserver.NONE);
    private int writes;

    @BeforeEach
    void initialise() {
        for (int n = 0; n < NODES; n++) {
            nodes.addTainted(name(n).value(), uuid(n).toString());
            report(n, own(n));
        }
        writes = nodes.writes().size();
        assertNothingChanged();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aVirtualAddressThatMovesAThousandTimesIsNeverShown(long seed) {
        var random = new Random(seed);
        int holder = 0;
        for (int move = 0; move < 1000; move++) {
            seconds += random.nextInt(90);
            int next = random.nextInt(NODES);
            boolean lateNews = random.nextBoolean();
            if (!lateNews) {
                report(holder, own(holder));
            }
            report(next, random.nextBoolean() ? new String[] {VIP, own(next)} : new String[] {own(next), VIP});
            assertNothingChanged();
            if (lateNews && holder != next) {
                report(holder, own(holder));
            }
            if (random.nextInt(5) == 0) {
                report(next, VIP);
                seconds += random.nextInt(move > NODES ? 1000 : 50);
                reconcile(next);
                assertNothingChanged();
                report(next, VIP, own(next));
            }
            assertNothingChanged();
            holder = next;
        }
    }

    @Test
    void twoHundredRestartsOfToolsRemoveNoAddress() {
        var random = new Random(7);
        for (int restart = 0; restart < 200; restart++) {
            int n = random.nextInt(NODES);
            setGuest(n, guest("", false));
            assertNothingChanged();
            seconds += random.nextInt(600);
            setGuest(n, guest("", true));
            setGuest(n, new Guest(name(n).value(), List.of(nic(4000)), true, List.of(), new StaticAddresses.None()));
            assertNothingChanged();
            setGuest(n, new Guest("", List.of(nic(4000, own(n))), true, List.of(), new StaticAddresses.None()));
            assertNothingChanged();
            report(n, own(n));
            assertNothingChanged();
        }
    }

    @Test
    void aNewNodeIsNotGivenAnAddressThatAnotherVmHad() {
        report(0, own(0), VIP);
        report(0, own(0));
        nodes.addTainted("late", uuid(NODES).toString());

        instances.setLookup(
                "late", new VmLookup.Found(vm(NODES, Vms.guest("late", List.of(nic(4000, VIP, "10.1.0.50"))))));
        controller.reconcile(new NodeName("late"));

        assertThat(ips("late")).containsOnly("10.1.0.50");
    }

    @Test
    void aNewNodeIsNotGivenTheAddressOfAService() {
        claims.put(InetAddress.ofLiteral(VIP), "Service ingress/nginx");
        nodes.addTainted("late", uuid(NODES).toString());

        instances.setLookup(
                "late", new VmLookup.Found(vm(NODES, Vms.guest("late", List.of(nic(4000, VIP, "10.1.0.50"))))));
        controller.reconcile(new NodeName("late"));

        assertThat(ips("late")).containsOnly("10.1.0.50");
    }

    @Test
    void theOnlyAddressIsUsedEvenIfAServiceHasIt() {
        claims.put(InetAddress.ofLiteral("10.1.0.50"), "Service kube-system/traefik");
        nodes.addTainted("late", uuid(NODES).toString());

        instances.setLookup("late", new VmLookup.Found(vm(NODES, Vms.guest("late", List.of(nic(4000, "10.1.0.50"))))));
        controller.reconcile(new NodeName("late"));

        assertThat(ips("late")).containsOnly("10.1.0.50");
    }

    @Test
    void addressesThatAreReassignedAmongAllVmsAreFollowed() {
        for (int n = 0; n < NODES; n++) {
            report(n, own((n + 1) % NODES));
        }
        for (int n = 0; n < NODES; n++) {
            reconcile(n);
        }

        for (int n = 0; n < NODES; n++) {
            assertThat(ips(name(n).value())).containsOnly(own((n + 1) % NODES));
        }
    }

    private void report(int n, String... ips) {
        setGuest(n, guest(name(n).value(), true, ips));
    }

    private void setGuest(int n, Guest guest) {
        instances.setLookup(name(n).value(), new VmLookup.Found(vm(n, guest)));
        reconcile(n);
    }

    private void reconcile(int n) {
        controller.reconcile(name(n));
    }

    private void assertNothingChanged() {
        assertThat(nodes.writes()).hasSize(writes);
        for (int n = 0; n < NODES; n++) {
            assertThat(ips(name(n).value())).containsOnly(own(n));
        }
    }

    private List<String> ips(String node) {
        return nodes.find(new NodeName(node)).orElseThrow().addresses().stream()
                .filter(address -> address.type() != NodeAddress.Type.HOSTNAME)
                .map(NodeAddress::text)
                .toList();
    }

    private static NodeName name(int n) {
        return new NodeName("w-" + n);
    }

    private static String own(int n) {
        return "10.1.0." + (1 + n);
    }

    private static SystemUuid uuid(int n) {
        return new SystemUuid(new UUID(0x4200_0000_0000_0000L, n));
    }

    private static Guest guest(String hostName, boolean toolsRunning, String... ips) {
        List<GuestNic> nics = ips.length == 0 ? List.of() : List.of(nic(4000, ips));
        return new Guest(hostName, nics, toolsRunning, List.of(), new StaticAddresses.None());
    }

    private static GuestNic nic(int device, String... ips) {
        return new GuestNic(
                "VM Network",
                device,
                Stream.of(ips)
                        .map(ip -> new GuestAddress(ip, InetAddress.ofLiteral(ip)))
                        .toList());
    }

    private static Vm vm(int n, Guest guest) {
        return Vms.machine(
                "vc-a",
                "w-" + n,
                new VmIdentity(new VmRef(new UUID(1, 1), "vm-" + n), uuid(n), new UUID(2, n)),
                PowerState.ON,
                guest,
                new Hardware(2, 4096, "ubuntu64Guest", 1),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }
}
