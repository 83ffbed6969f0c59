package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.servers.SimulatedKubelets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The deletion of the Node of a destroyed VM takes at most 40 seconds from `Ready=Unknown`. This holds if all
/// vCenters work, if another one hangs, and for a Node that was never initialised and whose VM an earlier process
/// saw.
///
/// The VM is destroyed at the moment in which its Node becomes `Unknown`, so the program knows nothing of it
/// before.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeletionTimeScenario {
    private static final Duration BAR = Duration.ofSeconds(40);
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration POLL = Duration.ofMillis(100);

    /// Each repetition takes half a minute; the report has five.
    private static final int TIMES = Integer.getInteger("vspherecloud.runs", 1);
    private static final int NODES = 20;

    private final List<String> lines = new ArrayList<>();
    private TestBed bed;
    private VcenterSite site;
    private VcenterSite other;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        other = bed.addVcenter("vc-b");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @AfterAll
    void report() {
        Report.write(
                "deletion.txt",
                InstantSource.system(),
                Stream.concat("""
                                From Ready=Unknown to the end of the Node of a VM that is destroyed in the same moment: %d times
                                each, one after the other, in seconds (bar: %d). Packaged program, two simulated vCenters, real
                                API server.
                                """.formatted(TIMES, BAR.toSeconds()).lines(), lines.stream())
                        .toList());
    }

    @Test
    void withAllVcentersWell() {
        Fleet fleet = Fleet.create(bed, site, "w", NODES);
        Program program = bed.run("--leader-elect=true");
        fleet.awaitRecorded(program);

        isInTime("all vCenters are well", deletions(fleet, program));

        fleet.areKept(TIMES, NODES);
    }

    @Test
    void whileAnotherVcenterHangs() {
        Fleet fleet = Fleet.create(bed, site, "w", NODES);
        Program program = bed.run("--leader-elect=true");
        fleet.awaitRecorded(program);
        other.proxy().add(Rule.onAny().then(Fault.hang()));

        isInTime("the other one hangs", deletions(fleet, program));

        fleet.areKept(TIMES, NODES);
    }

    @Test
    void afterARestartWhileAnotherVcenterHangs() {
        Fleet fleet = Fleet.create(bed, site, "w", NODES);
        Program program = bed.run("--leader-elect=true");
        fleet.awaitRecorded(program);
        other.proxy().add(Rule.onAny().then(Fault.hang()));
        assertThat(program.terminate()).isZero();
        Program next = bed.run("--leader-elect=true");
        next.awaitLog("Logged in to vCenter", TIMEOUT);

        isInTime("the other one hangs from the start", deletions(fleet, next));
    }

    private static List<Duration> deletions(Fleet fleet, Program program) {
        return IntStream.range(0, TIMES)
                .mapToObj(n -> {
                    fleet.site().vcenter().operations().destroy(List.of(fleet.vm(n)));
                    fleet.fallsSilent(n);
                    return timed(() -> fleet.awaitGone(n, n + 1, LIMIT, program));
                })
                .toList();
    }

    @Test
    void ofANodeThatWasNeverInitialisedAfterARestart() {
        site.vcenter().add(Topology.empty().cluster("vc-a-dc", "vc-a-untagged", List.of("untagged-host")));
        List<String> vms = site.vcenter()
                .addVms(IntStream.range(0, TIMES)
                        .mapToObj(n ->
                                site.vm("u", n).in("vc-a-dc", "vc-a-untagged").onHost("untagged-host"))
                        .toList());
        bed.objects().createNodes(site.nodes("u", 0, TIMES));
        var kubelets = new SimulatedKubelets(bed.objects(), InstantSource.system());
        Fleet others = Fleet.create(bed, site, "w", NODES);
        Program first = bed.run("--leader-elect=true");
        others.awaitRecorded(first);
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(IntStream.range(0, TIMES).allMatch(this::isRecordedAndWaits))
                        .as(first.log())
                        .isTrue());
        assertThat(first.terminate()).isZero();
        Program second = bed.run("--leader-elect=true");
        second.awaitLog("Logged in to vCenter", TIMEOUT);

        List<Duration> times = IntStream.range(0, TIMES)
                .mapToObj(n -> {
                    site.vcenter().operations().destroy(List.of(vms.get(n)));
                    kubelets.stopHeartbeats("u-" + n);
                    return timed(() -> await().atMost(LIMIT).pollInterval(POLL).untilAsserted(() -> assertThat(
                                    bed.objects().findNode("u-" + n))
                            .as(second.log())
                            .isEmpty()));
                })
                .toList();

        isInTime("never initialised, after a restart", times);
        others.areKept(0, NODES);
    }

    private boolean isRecordedAndWaits(int n) {
        var node = bed.objects().node("u-" + n);
        return !NodeAssertions.isInitialised(node)
                && node.path("spec").path("providerID").asText().isEmpty()
                && node.path("metadata").path("annotations").has("vspherecloud.dev/vm-seen");
    }

    private static Duration timed(Runnable what) {
        long start = System.nanoTime();
        what.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private void isInTime(String state, List<Duration> times) {
        String line = "%-36s %s"
                .formatted(
                        state,
                        times.stream()
                                .map(time -> String.format(Locale.ROOT, "%6.1f", time.toMillis() / 1000.0))
                                .collect(Collectors.joining(" ")));
        lines.add(line);
        assertThat(times).as(line).allMatch(time -> time.compareTo(BAR) <= 0);
    }
}
