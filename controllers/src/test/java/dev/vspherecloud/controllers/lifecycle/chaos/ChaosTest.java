package dev.vspherecloud.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// No live Node is deleted, no VM that runs is tainted, and each dead one's Node goes: whatever comes.
///
/// A seed is a run, exactly. `make chaos SEED=n` replays one and prints what happened in it.
class ChaosTest {
    private static final long SOME = 500;
    private static final long ALL = 10_000;

    /// Each run has some 25 turns of power.
    private static final long POWER = 400;

    private static final long ALL_POWER = 4_000;

    @Test
    void theRightNodesGoWhateverComes() {
        Long seed = Long.getLong("vspherecloud.seed");
        if (seed == null) {
            Tally tally = Tally.of(0, SOME, run -> ChaosRun.of(run, Sabotage.NONE, new Trace(false)));
            assertThat(tally.wrong()).isEmpty();
            assertThat(tally.deletions()).isGreaterThan(SOME / 2);
        } else {
            ChaosRun.Verdict verdict = ChaosRun.of(seed, Sabotage.NONE, new Trace(true));
            assertThat(verdict.wrong()).as(String.join("\n", verdict.trace())).isEmpty();
            verdict.trace().forEach(System.out::println);
        }
    }

    @Test
    void noVmThatRunsIsTainted() {
        Tally tally = Tally.of(0, POWER, run -> ChaosRun.ofPower(run, new Trace(false)));

        assertThat(tally.wrong()).isEmpty();
        assertThat(tally.taints()).isGreaterThan(POWER);
    }

    @Test
    @Tag("soak")
    void theRightNodesGoInTenThousandRuns() throws IOException {
        Tally tally = Tally.of(0, ALL, run -> ChaosRun.of(run, Sabotage.NONE, new Trace(false)));
        Tally power = Tally.of(0, ALL_POWER, run -> ChaosRun.ofPower(run, new Trace(false)));

        report(List.of("chaos: " + tally.words(), "power: " + power.words()));
        assertThat(tally.wrong()).isEmpty();
        assertThat(power.wrong()).isEmpty();
    }

    private static void report(List<String> lines) throws IOException {
        Files.write(
                Files.createDirectories(Path.of(System.getProperty("vspherecloud.reports", "target")))
                        .resolve("chaos.txt"),
                lines);
    }

    /// What came of many runs.
    ///
    /// @param wrong   what was done wrong, each with its seed
    /// @param virtual how long they took, by their own clocks
    private record Tally(long runs, List<String> wrong, long deletions, long cutOff, long taints, Duration virtual) {
        static Tally of(long from, long to, LongFunction<ChaosRun.Verdict> run) {
            return LongStream.range(from, to)
                    .parallel()
                    .mapToObj(run)
                    .map(verdict -> new Tally(
                            1,
                            verdict.wrong().stream()
                                    .map(wrong -> "seed " + verdict.seed() + ": " + wrong)
                                    .toList(),
                            verdict.deletions(),
                            verdict.cutOff(),
                            verdict.taints(),
                            verdict.length()))
                    .reduce(new Tally(0, List.of(), 0, 0, 0, Duration.ZERO), Tally::plus);
        }

        private Tally plus(Tally other) {
            return new Tally(
                    runs + other.runs,
                    Stream.concat(wrong.stream(), other.wrong.stream()).toList(),
                    deletions + other.deletions,
                    cutOff + other.cutOff,
                    taints + other.taints,
                    virtual.plus(other.virtual));
        }

        String words() {
            return "%d runs, %d virtual hours: %d Nodes deleted, %d of them unregistered and cut off for as long as a disappearance takes; %d shutdown taints; %d wrong"
                    .formatted(runs, virtual.toHours(), deletions, cutOff, taints, wrong.size());
        }
    }
}
