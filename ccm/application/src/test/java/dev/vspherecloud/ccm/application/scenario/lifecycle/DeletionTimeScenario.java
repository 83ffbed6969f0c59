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
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.Stopwatch;
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

/// The Node of a destroyed VM is deleted if all vCenters work, while another one hangs, and also if the Node was never
/// initialised and an earlier process saw its VM. The report has the time from `Ready=Unknown`, which is to be at
/// most 40 seconds on an idle machine. `LifecycleControllerTest` tests with a clock of its own that half a minute is
/// enough.
///
/// The VM is destroyed at the moment in which its Node becomes `Unknown`, so the program knows nothing of it
/// before.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeletionTimeScenario {
    private static final int BAR_SECONDS = 40;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration TIMEOUT = EventTimeout.LIMIT;
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
                                """.formatted(TIMES, BAR_SECONDS).lines(), lines.stream())
                        .toList());
    }

    @Test
    void withAllVcentersWell() {
        Fleet fleet = Fleet.create(bed, site, "w", NODES);
        Program program = bed.run("--leader-elect=true");
        fleet.awaitRecorded(program);

        record("all vCenters are well", deletions(fleet, program));

        fleet.areKept(TIMES, NODES);
    }

    @Test
    void whileAnotherVcenterHangs() {
        Fleet fleet = Fleet.create(bed, site, "w", NODES);
        Program program = bed.run("--leader-elect=true");
        fleet.awaitRecorded(program);
        other.proxy().add(Rule.onAny().then(Fault.hang()));

        record("the other one hangs", deletions(fleet, program));

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

        record("the other one hangs from the start", deletions(fleet, next));
    }

    private static List<String> deletions(Fleet fleet, Program program) {
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

        List<String> times = IntStream.range(0, TIMES)
                .mapToObj(n -> {
                    site.vcenter().operations().destroy(List.of(vms.get(n)));
                    kubelets.stopHeartbeats("u-" + n);
                    return timed(() -> await().atMost(LIMIT).pollInterval(POLL).untilAsserted(() -> assertThat(
                                    bed.objects().findNode("u-" + n))
                            .as(second.log())
                            .isEmpty()));
                })
                .toList();

        record("never initialised, after a restart", times);
        others.areKept(0, NODES);
    }

    private boolean isRecordedAndWaits(int n) {
        var node = bed.objects().node("u-" + n);
        return !NodeAssertions.isInitialised(node)
                && node.path("spec").path("providerID").asText().isEmpty()
                && node.path("metadata").path("annotations").has("vspherecloud.dev/vm-seen");
    }

    /// Returns the time in seconds.
    private static String timed(Runnable what) {
        Stopwatch stopwatch = Stopwatch.start();
        what.run();
        return stopwatch.seconds();
    }

    private void record(String state, List<String> seconds) {
        lines.add("%-36s %s"
                .formatted(
                        state,
                        seconds.stream()
                                .map(each -> String.format(Locale.ROOT, "%6s", each))
                                .collect(Collectors.joining(" "))));
    }
}
