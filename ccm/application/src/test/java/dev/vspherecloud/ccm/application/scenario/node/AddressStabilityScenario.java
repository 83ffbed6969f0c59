package dev.vspherecloud.ccm.application.scenario.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.NicSpec;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Nodes keep the addresses of their machines, even if guests report others temporarily. There are ten Nodes, a
/// virtual address that moves between them, VMware Tools that restart, a host name that is late, and a new NIC.
///
/// The program asks vCenter every few seconds during constant changes, so it sees only some of these states. In
/// `AddressStabilityTest` the controller sees each. When an address of the eleventh VM has arrived, the program has
/// processed all earlier changes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AddressStabilityScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String NODES = "/api/v1/nodes";
    private static final String VIP = "10.20.250.250";
    private static final int VMS = 10;
    private static final int CANARY = 10;
    private static final int MOVES = 1002;
    private static final int BLOCKS = 3;
    private static final int RESTARTS = 200;

    private final Random random = new Random(7);
    private TestBed bed;
    private VcenterSite site;
    private Program program;
    private List<String> refs;
    private String beginning;
    private int holder;
    private int canaryChanges;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        refs = new ArrayList<>(site.addVms("w", 0, VMS + 1));
        beginning = bed.objects().version(NODES);
        bed.objects().createNodes(site.nodes("w", 0, VMS + 1));
        program = bed.run();
        bed.objects().awaitNodes(TIMEOUT, all -> all.stream().allMatch(NodeAssertions::isInitialised));
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    /// Reads the history of the API server, so that it misses no state.
    @AfterEach
    void noNodeEverShowedTheVirtualAddressOrLostItsOwn() {
        var initialised = new HashMap<String, JsonNode>();
        for (JsonNode node : bed.objects().statesSince(NODES, beginning)) {
            List<String> addresses = NodeAssertions.addresses(node);
            assertThat(addresses).noneMatch(address -> address.endsWith(VIP));
            int n = NodeAssertions.number(node);
            if (n != CANARY
                    && (initialised.containsKey(NodeAssertions.name(node)) || NodeAssertions.isInitialised(node))) {
                initialised.put(NodeAssertions.name(node), node);
                assertThat(addresses).as(node.toString()).isEqualTo(own(n));
            }
        }
        assertThat(initialised).hasSizeGreaterThanOrEqualTo(VMS);
    }

    @Test
    void aVirtualAddressMovesAThousandTimes() {
        long mark = bed.apiProxy().calls().mark();

        for (int i = 1; i <= MOVES; i++) {
            moveTo(random.nextInt(VMS));
            if (i % (MOVES / BLOCKS) == 0) {
                awaitAllSeen();
            }
        }

        assertThat(statusPatches(mark)).isEqualTo(BLOCKS);
    }

    @Test
    void toolsRestartTwoHundredTimes() {
        long mark = bed.apiProxy().calls().mark();

        for (int i = 1; i <= RESTARTS / VMS; i++) {
            site.vcenter().change(each(n -> VmSpec.change(refs.get(n))
                    .toolsRunning(false)
                    .hostName("")
                    .noNics()));
            if (i == RESTARTS / VMS) {
                awaitAllSeen();
            }
            site.vcenter().change(each(n -> VmSpec.change(refs.get(n))
                    .toolsRunning(true)
                    .hostName("w-" + n)
                    .nic(nic(n, false, false))));
        }
        awaitAllSeen();

        assertThat(statusPatches(mark)).isEqualTo(2);
        assertThat(program.log().lines().filter(line -> line.contains("Node is not")))
                .allMatch(line -> line.contains("GuestHostNameMissing"));
    }

    /// Its VM reports the virtual address from the beginning, and first.
    @Test
    void aHostNameArrivesLate() {
        int late = CANARY + 1;
        moveTo(0);
        moveTo(1);
        awaitAllSeen();
        long mark = bed.apiProxy().calls().mark();
        refs.add(site.vcenter().addVm(site.vm("w", late).hostName("").nic(nic(late, true, true))));
        bed.objects().createNodes(site.nodes("w", late, late + 1));
        program.awaitLog("GuestHostNameMissing", TIMEOUT);

        site.vcenter().change(VmSpec.change(refs.get(late)).hostName("w-" + late));

        JsonNode node = bed.objects().awaitNode("w-" + late, TIMEOUT, NodeAssertions::isInitialised);
        assertThat(NodeAssertions.addresses(node)).isEqualTo(own(late));
        assertThat(statusPatches(mark)).isEqualTo(1);
    }

    @Test
    void aNicIsAddedAndReportedFirst() {
        long mark = bed.apiProxy().calls().mark();

        site.vcenter()
                .change(VmSpec.change(refs.get(2))
                        .nic(NicSpec.aNic("Storage")
                                .deviceConfigId(4001)
                                .mac("00:50:56:01:00:02")
                                .address("172.20.0.2/16"))
                        .nic(nic(2, false, false)));
        awaitAllSeen();

        assertThat(statusPatches(mark)).isEqualTo(1);
    }

    private void moveTo(int n) {
        boolean first = random.nextBoolean();
        List<VmSpec> changes = new ArrayList<>();
        if (n != holder) {
            changes.add(VmSpec.change(refs.get(holder)).nic(nic(holder, false, false)));
        }
        changes.add(VmSpec.change(refs.get(n)).nic(nic(n, true, first)));
        site.vcenter().change(changes);
        holder = n;
    }

    /// Returns the first NIC of a VM, with the virtual address first, last or not at all. Only its moves
    /// distinguish the virtual address from the other.
    private static NicSpec nic(int n, boolean withVip, boolean vipFirst) {
        NicSpec nic = NicSpec.aNic("VM Network").mac("00:50:56:00:00:%02x".formatted(n));
        List<String> own = List.of(VcenterSite.address(n) + "/16");
        List<String> vip = withVip ? List.of(VIP + "/16") : List.of();
        for (String cidr : Stream.of(vipFirst ? vip : own, vipFirst ? own : vip)
                .flatMap(List::stream)
                .toList()) {
            nic = nic.address(cidr);
        }
        return nic;
    }

    private static List<VmSpec> each(IntFunction<VmSpec> change) {
        return IntStream.range(0, VMS).mapToObj(change).toList();
    }

    private static List<String> own(int n) {
        String ip = VcenterSite.address(n);
        return List.of("Hostname=w-" + n, "InternalIP=" + ip, "ExternalIP=" + ip);
    }

    /// Makes a real change, which costs one patch, and waits until the Node shows it.
    private void awaitAllSeen() {
        canaryChanges++;
        String address = "10.9.0." + canaryChanges;
        site.vcenter().change(VmSpec.change(refs.get(CANARY)).address(address + "/16"));
        bed.objects().awaitNode("w-" + CANARY, TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=" + address));
    }

    private long statusPatches(long mark) {
        return bed.apiProxy().calls().since(mark).count("patch nodes/status");
    }
}
