package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.LeaderLease;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.PortClient;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Thirty kubelets each write another harmful value on their own Nodes: characters that XML does not allow, 200 kB,
/// markup, dates far in the future, and false values in a valid form. Their VMs run, or do not exist any more when
/// the program starts again. The program serves the twenty other Nodes and watches their vCenter as before. It
/// reports no incident, and deletes no Node whose VM may run.
class SpoiltNodesScenario {
    private static final int GOOD = 20;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private TestBed bed;
    private VcenterSite site;
    private VcenterSite other;
    private NodeDeletes deletes;
    private LeaderLease lease;
    private Fleet good;
    private Fleet spoilt;
    private List<HostileNode> spoils;
    private PortClient client;
    private int port;
    private Program program;
    private int newcomers;
    private int changes;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        other = bed.addVcenter("vc-b");
        deletes = NodeDeletes.at(bed.apiProxy());
        lease = new LeaderLease(bed);
        good = Fleet.create(bed, site, "good", GOOD);
        spoils = HostileNode.all(site, other, good);
        spoilt = Fleet.create(
                bed, site, "spoilt", spoils.size(), n -> site.vm("spoilt", n).address("10.99.0." + (n + 1) + "/16"));
        port = bed.reservePort();
        client = PortClient.of(port, Map.of(), Optional.empty());
        program = launch();
        good.awaitRecorded(program, MINUTE.multipliedBy(2));
        spoilt.awaitRecorded(program, MINUTE);
    }

    @AfterEach
    void stop() {
        client.close();
        bed.close();
    }

    @Test
    void thirtySpoiltNodesHarmNoneOfTwentyOthers() {
        List<List<String>> addresses = addresses();

        // While the program runs.
        spoil();
        othersAreServed();
        endsWell();

        // While the program is down: the next process knows those Nodes only with the harmful values.
        spoil();
        startsAgain();
        othersAreServed();
        endsWell();

        // In addition, their VMs do not exist any more.
        String baseline = baseline();
        spoilTheVms();
        spoil();
        startsAgain();
        othersAreServed();
        aDestroyedVmOfAnotherNodeIsDetected();
        othersAreServed();

        await().atMost(MINUTE.multipliedBy(2)).untilAsserted(() -> assertThat(baseline())
                .as("the newest event of vCenter goes on")
                .isNotEqualTo(baseline));
        onlyNodesOfDestroyedVmsAreDeleted();
        invalidValuesAreLoggedOnce();
        assertThat(addresses()).isEqualTo(addresses);
        noIncidentIsReported();
        endsWell();
        RunInvariants.nothingIsLeft(bed);
    }

    private Program launch() {
        return bed.launch()
                .config(bed.write("vsphere.conf", bed.config()))
                .electing()
                .serving(port)
                .with("--node-monitor-period=1s")
                .start();
    }

    private void startsAgain() {
        program = launch();
        program.awaitLog("Became leader", MINUTE);
        program.awaitLog("\"Logged in to vCenter\" vcenter=\"vc-a\"", MINUTE);
    }

    private void spoil() {
        for (int n = 0; n < spoils.size(); n++) {
            HostileNode spoil = spoils.get(n);
            String path = "/api/v1/nodes/" + spoilt.name(n) + (spoil.isStatus() ? "/status" : "");
            bed.objects().patch(path, spoil.patch());
        }
    }

    private void spoilTheVms() {
        site.vcenter().operations().destroy(vms(HostileNode.VmState.DESTROYED));
        site.vcenter().operations().unregister(vms(HostileNode.VmState.UNREGISTERED));
        numbers(HostileNode.VmState.DESTROYED).forEach(spoilt::fallsSilent);
        numbers(HostileNode.VmState.UNREGISTERED).forEach(spoilt::fallsSilent);
    }

    private List<String> vms(HostileNode.VmState vmState) {
        return numbers(vmState).stream().map(spoilt::vm).toList();
    }

    private List<Integer> numbers(HostileNode.VmState vmState) {
        return IntStream.range(0, spoils.size())
                .filter(n -> spoils.get(n).vmState() == vmState)
                .boxed()
                .toList();
    }

    /// Asserts that a new Node is initialised and a changed address arrives, each in time, and that the program is
    /// alive.
    private void othersAreServed() {
        String name = "new-" + newcomers;
        site.vcenter().addVm(site.vm("new", newcomers).address("10.98.0." + (newcomers + 1) + "/16"));
        bed.objects().createNodes(site.nodes("new", newcomers, newcomers + 1));
        newcomers++;
        changes++;
        String address = "10.97.0." + changes;
        site.vcenter().change(VmSpec.change(good.vm(0)).address(address + "/16"));

        await().failFast("the program ended", () -> !program.isAlive()).untilAsserted(() -> {
            assertThat(NodeAssertions.isInitialised(bed.objects().node(name)))
                    .as(() -> name + "\n" + program.log())
                    .isTrue();
            assertThat(NodeAssertions.addresses(good.node(0)))
                    .as(() -> good.name(0) + "\n" + program.log())
                    .contains("InternalIP=" + address);
        });
        assertThat(client.status("/livez")).as(program.log()).isEqualTo(200);
    }

    private void aDestroyedVmOfAnotherNodeIsDetected() {
        good.fallsSilent(1);
        site.vcenter().operations().destroy(List.of(good.vm(1)));
        good.awaitGone(1, 2, MINUTE, program);
    }

    private void onlyNodesOfDestroyedVmsAreDeleted() {
        List<String> mayBeDeleted = IntStream.range(0, spoils.size())
                .filter(n -> spoils.get(n).mayBeDeleted())
                .mapToObj(spoilt::name)
                .toList();
        assertThat(deletes.names())
                .as(program.log())
                .contains(good.name(1))
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(mayBeDeleted.contains(name) || name.equals(good.name(1)))
                        .as(name)
                        .isTrue());
        good.areKept(2, GOOD);
        assertThat(good.isKept(0)).isTrue();
    }

    /// Asserts one log line for each invalid value. The record of a running VM may be corrected before the program
    /// reads it.
    private void invalidValuesAreLoggedOnce() {
        List<String> logged = program.log()
                .lines()
                .filter(line -> line.contains("\"Annotation has an unexpected form and is ignored\""))
                .toList();
        for (int n = 0; n < spoils.size(); n++) {
            HostileNode spoil = spoils.get(n);
            String node = "node=\"" + spoilt.name(n) + "\"";
            long times = logged.stream().filter(line -> line.contains(node)).count();
            boolean isSure = spoil.isMalformed() && spoil.vmState() == HostileNode.VmState.DESTROYED;
            assertThat(times).as("%s: %s", spoil, logged).isBetween(isSure ? 1L : 0L, spoil.isMalformed() ? 1L : 0L);
        }
    }

    private void noIncidentIsReported() {
        assertThat(bed.objects().eventsOfLease("kube-system", "cloud-controller-manager").stream()
                        .filter(event -> event.path("type").asText().equals("Warning"))
                        .map(event -> event.path("message").asText()))
                .as(program.log())
                .isEmpty();
        assertThat(lease.note("incident")).isEmpty();
    }

    private String baseline() {
        return lease.note("vcenter." + site.vcenter().instanceUuid()).orElse("");
    }

    /// Returns the addresses of the Nodes that no test step changes.
    private List<List<String>> addresses() {
        return IntStream.range(2, GOOD)
                .mapToObj(good::node)
                .map(NodeAssertions::addresses)
                .toList();
    }

    private void endsWell() {
        assertThat(program.terminate()).as(program.log()).isZero();
        RunInvariants.logIsFitToRead(
                program, site.vcenter().password(), other.vcenter().password());
        assertThat(program.log().lines().filter(SpoiltNodesScenario::isError)).isEmpty();
    }

    private static boolean isError(String line) {
        return line.startsWith("E") && line.matches("E\\d{4} .*");
    }
}
