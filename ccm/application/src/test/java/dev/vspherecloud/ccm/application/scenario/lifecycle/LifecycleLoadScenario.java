package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The program sends few requests to vCenter, however many Nodes are not ready and whatever fails in vCenter.
/// `IdleScenario` shows in every build that Nodes that are only not ready cause no requests.
@Tag("soak")
class LifecycleLoadScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration BURST = Duration.ofSeconds(10);
    private static final int MINUTES = 3;
    private static final int PER_MINUTE = 10;
    private static final int NODES = 1000;
    private static final int SEARCHES = 3;

    /// The maximum number of calls of one check: the read by reference, three searches, the read that shows whether
    /// the account can read anything, and the reads of events.
    private static final int PER_CHECK = 12;

    /// The number of checks a minute while many VMs are missing: one at a time, twice a minute. The number does not
    /// depend on measurements.
    private static final int CHECKS_PER_MINUTE = 2;

    /// The number of parallel checks before the first result shows that checks are inconclusive.
    private static final int PARALLEL_CHECKS = 20;

    /// Calls that read lists, views and filters again when all VMs vanish: 33 in
    /// benchmarks/reports/lifecycle-load.txt.
    private static final int READ_AGAIN = 42;

    /// Calls in the minute in which all VMs become hidden. A check consists of the read by reference, the searches
    /// and the read that shows whether the account can read anything. It reads no events.
    private static final int FIRST_OF_HIDDEN = (PARALLEL_CHECKS + CHECKS_PER_MINUTE) * (2 + SEARCHES) + READ_AGAIN;

    /// The account loses its permissions, so all VMs look as if they did not exist. After some inconclusive checks,
    /// the program checks one VM at a time.
    @Test
    void aHundredHiddenVmsCostNoMoreThanOne() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            Fleet fleet = Fleet.create(bed, site, "w", 100);
            Program program = bed.run("--leader-elect=true");
            fleet.awaitRecorded(program);
            fleet.allFallSilent();
            site.vcenter().rights().hideEverything();

            Instant quiet = awaitCheck(site, Instant.EPOCH).plus(BURST);
            awaitCheck(site, quiet);

            Calls between = site.proxy().calls().all().between(quiet, Instant.MAX);
            assertThat(between.count()).as(between.describe()).isLessThanOrEqualTo(PER_MINUTE + PER_CHECK);
            fleet.areKept(0, fleet.size());
        }
    }

    /// Returns the time of the next check of a hidden VM.
    private static Instant awaitCheck(VcenterSite site, Instant after) {
        Predicate<Call> isSearch =
                call -> call.name().equals("FindAllByUuid") && call.at().isAfter(after);
        return await().atMost(MINUTE)
                .until(
                        () -> site.proxy().calls().all().where(isSearch).list().stream()
                                .map(Call::at)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Test
    void aThousandNodesThatAreNotReadyCostTenCallsAMinute() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            Fleet fleet = Fleet.create(bed, site, "w", NODES);
            Program program = bed.run("--leader-elect=true");
            fleet.awaitRecorded(program, TIMEOUT);
            fleet.allFallSilent();

            var windows = new ArrayList<Window>();
            windows.add(Window.measured(site, "all is well", PER_MINUTE, PER_MINUTE));
            try (ActiveRule _ = site.proxy().add(Rule.onAny().then(Fault.refuse()))) {
                site.proxy().cutConnections();
                // The program retries after a second at first, and then less and less often.
                windows.add(Window.measured(site, "vCenter refuses every call", 2 * PER_MINUTE, PER_MINUTE));
            }
            awaitServed(site, fleet, program);
            site.vcenter().rights().hideEverything();
            windows.add(Window.measured(
                    site, "the account has no rights", FIRST_OF_HIDDEN, PER_MINUTE + CHECKS_PER_MINUTE * PER_CHECK));

            String report = report(windows);
            Report.write(
                    "lifecycle-load.txt", InstantSource.system(), report.lines().toList());
            fleet.areKept(0, fleet.size());
            assertThat(windows)
                    .as(report)
                    .allMatch(window -> window.before().count() <= window.allowedAtFirst())
                    .allMatch(window -> window.calls().count() <= (long) MINUTES * window.allowedAMinute());
        }
    }

    /// Waits until the program watches vCenter again.
    private static void awaitServed(VcenterSite site, Fleet fleet, Program program) {
        site.vcenter().change(VmSpec.change(fleet.vm(0)).address("10.99.9.9/16"));
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(NodeAssertions.addresses(fleet.node(0)))
                .as(program.log())
                .contains("InternalIP=10.99.9.9"));
    }

    /// Calls during some minutes in one state.
    ///
    /// @param before         the minute in which this state began
    /// @param allowedAtFirst maximum number of calls in that minute
    /// @param allowedAMinute maximum number of calls in each later minute; both maxima do not depend on
    ///                       measurements
    private record Window(String state, Calls before, Calls calls, int allowedAtFirst, int allowedAMinute) {
        static Window measured(VcenterSite site, String state, int allowedAtFirst, int allowedAMinute) {
            Calls before = during(site, MINUTE);
            return new Window(
                    state, before, during(site, MINUTE.multipliedBy(MINUTES)), allowedAtFirst, allowedAMinute);
        }

        private static Calls during(VcenterSite site, Duration time) {
            Instant start = InstantSource.system().instant();
            Instant end = start.plus(time);
            Stopwatch.start().await(time);
            return site.proxy().calls().all().between(start, end);
        }

        /// Returns the number of repeated checks of hidden VMs, each of which searches by instance UUID and by BIOS
        /// UUID.
        long checks() {
            return (calls.count("FindAllByUuid") + SEARCHES - 1) / SEARCHES;
        }

        String line() {
            return "%-28s %12d %12.1f %12.1f %12.1f%n"
                    .formatted(
                            state,
                            before.count(),
                            (double) calls.count() / MINUTES,
                            (double) checks() / MINUTES,
                            (double) allowedAMinute);
        }
    }

    private static String report(List<Window> windows) {
        var text = new StringBuilder(
                """
                What %d Nodes that are not ready cost a vCenter, in calls that reach a proxy before it: in the minute after
                things became so, and a minute in the %d minutes after that. A re-check asks for one VM that is not to be
                seen, in at most %d calls. Packaged program, simulated vCenter. (The Go program: 6 calls for each Node that
                is not ready every 5 s, 72,000 a minute.)

                %-28s %12s %12s %12s %12s
                """.formatted(NODES, MINUTES, PER_CHECK, "", "first minute", "then", "re-checks", "allowed"));
        windows.forEach(window -> text.append(window.line()));
        windows.forEach(window -> text.append("%n%s, in the first minute:%n%s%n%n%s, in %d min after that:%n%s%n"
                .formatted(
                        window.state(),
                        window.before().describe(),
                        window.state(),
                        MINUTES,
                        window.calls().describe())));
        return text.toString();
    }
}
