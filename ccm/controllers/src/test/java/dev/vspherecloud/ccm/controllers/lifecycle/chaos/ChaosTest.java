package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosRun.Verdict;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.testkit.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Chaos tests: no live Node is deleted, no running machine is tainted, and the Node of each dead machine is
/// deleted.
///
/// A seed determines a run completely. `make chaos SEED=n` replays one run and prints its trace, `make chaos
/// POWER=n` one of the runs about power states.
class ChaosTest {
    private static final String SEED = "vspherecloud.seed";
    private static final String POWER = "vspherecloud.power";
    private static final long SOME = 1_000;
    private static final long ALL = Long.getLong("vspherecloud.runs", 10_000);

    @Test
    void onlyTheNodesOfDeadMachinesAreDeleted() {
        Tally tally = chaos(SOME);

        assertThat(tally.wrong()).isEmpty();
        assertThat(tally.deletions()).isGreaterThan(SOME / 2);
        assertThat(tally.taints()).isGreaterThan(SOME / 5);
    }

    @Test
    void noRunningMachineIsTaintedAndAllTaintsAreCorrectInTheEnd() {
        Tally tally = power(SOME);

        assertThat(tally.wrong()).isEmpty();
        assertThat(tally.deletions()).isZero();
        assertThat(tally.taints()).isGreaterThan(SOME);
    }

    @Test
    @Tag("soak")
    void bothHoldInTenThousandRuns() {
        Tally chaos = chaos(ALL);
        Tally power = power(ALL);

        Report.write(
                "chaos.txt",
                InstantSource.system(),
                Stream.concat(chaos.lines("chaos").stream(), power.lines("power").stream())
                        .toList());
        assertThat(chaos.wrong()).isEmpty();
        assertThat(power.wrong()).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(trace(7)).isEqualTo(trace(7)).isNotEqualTo(trace(8)).hasSizeGreaterThan(20);
    }

    @Test
    @EnabledIfSystemProperty(named = SEED, matches = "\\d+")
    void replay() throws IOException {
        var trace = new Trace(true);
        writeTrace(ChaosRun.of(Long.getLong(SEED), DisabledSafeguard.NONE, trace), trace);
    }

    @Test
    @EnabledIfSystemProperty(named = POWER, matches = "\\d+")
    void replayOfPower() throws IOException {
        var trace = new Trace(true);
        writeTrace(ChaosRun.ofPower(Long.getLong(POWER), DisabledSafeguard.NONE, trace), trace);
    }

    /// Writes the trace to the file that `make chaos` prints.
    private static void writeTrace(Verdict verdict, Trace trace) throws IOException {
        String end = verdict.wrong().map(InvariantChecker.Wrong::what).orElse("Nothing was wrong.");
        Files.write(
                Files.createDirectories(Path.of("target")).resolve("chaos-trace.txt"),
                Stream.concat(trace.lines().stream(), Stream.of(end)).toList());
        assertThat(verdict.wrong()).isEmpty();
    }

    private static List<String> trace(long seed) {
        var trace = new Trace(true);
        ChaosRun.of(seed, DisabledSafeguard.NONE, trace);
        return trace.lines();
    }

    private static Tally chaos(long runs) {
        return Tally.of(runs, "SEED", seed -> ChaosRun.of(seed, DisabledSafeguard.NONE, new Trace(false)));
    }

    private static Tally power(long runs) {
        return Tally.of(runs, "POWER", seed -> ChaosRun.ofPower(seed, DisabledSafeguard.NONE, new Trace(false)));
    }

    /// The results of many runs.
    ///
    /// @param wrong     the violations, each with the command that replays its run
    /// @param destroyed how many of the deleted Nodes had machines that were destroyed
    /// @param stopped   how many had machines that were unregistered and off
    /// @param cutOff    how many had machines that were unregistered and still ran
    private record Tally(long runs, List<String> wrong, long destroyed, long stopped, long cutOff, long taints) {
        /// Executes the runs in parallel, since they share no state.
        static Tally of(long runs, String variable, LongFunction<Verdict> run) {
            return LongStream.range(0, runs)
                    .parallel()
                    .mapToObj(run)
                    .map(verdict -> of(verdict, variable))
                    .reduce(new Tally(0, List.of(), 0, 0, 0, 0), Tally::plus);
        }

        private static Tally of(Verdict verdict, String variable) {
            List<String> wrong = verdict.wrong().stream()
                    .map(each -> "%s: make chaos %s=%d".formatted(each.what(), variable, verdict.seed()))
                    .toList();
            return new Tally(
                    1,
                    wrong,
                    verdict.destroyed(),
                    verdict.deletions() - verdict.destroyed() - verdict.cutOff(),
                    verdict.cutOff(),
                    verdict.taints());
        }

        private Tally plus(Tally other) {
            return new Tally(
                    runs + other.runs,
                    Stream.concat(wrong.stream(), other.wrong.stream()).toList(),
                    destroyed + other.destroyed,
                    stopped + other.stopped,
                    cutOff + other.cutOff,
                    taints + other.taints);
        }

        long deletions() {
            return destroyed + stopped + cutOff;
        }

        List<String> lines(String title) {
            return List.of(
                    "%s: %d runs, %d wrong".formatted(title, runs, wrong.size()),
                    "  Nodes deleted, machine destroyed:                                  %6d".formatted(destroyed),
                    "  Nodes deleted, machine unregistered and off:                       %6d".formatted(stopped),
                    "  Nodes deleted, machine STILL RAN, unregistered, cut off and silent:%6d".formatted(cutOff),
                    "  shutdown taints set:                                               %6d".formatted(taints),
                    "");
        }
    }
}
