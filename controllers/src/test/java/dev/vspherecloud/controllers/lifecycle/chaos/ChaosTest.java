package dev.vspherecloud.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.vspherecloud.controllers.lifecycle.chaos.ChaosRun.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Thousands of runs that try to have a Node deleted, or tainted, whose machine lives; and in each of them every Node
/// whose machine is dead must go. [Judge] says what is wrong.
///
/// `make chaos SEED=123` replays a run, and shows what happened in it.
class ChaosTest {
    private static final String SEED = "vspherecloud.seed";
    private static final String RUNS = "vspherecloud.runs";
    private static final int ENOUGH = 10_000;

    /// In so many runs every sabotage must have done harm.
    private static final int CAUGHT = 2_000;

    @Test
    @DisabledIfSystemProperty(named = SEED, matches = ".+")
    void noRunHarmsANodeWhoseMachineLivesAndEveryDeadOneGoes() {
        // Each run has a world of its own; there is nothing to share, and two cores are faster than one.
        List<Verdict> verdicts = LongStream.range(0, Integer.getInteger(RUNS, ENOUGH))
                .parallel()
                .mapToObj(seed -> ChaosRun.of(seed, Sabotage.NONE, new Trace(false)))
                .toList();

        verdicts.stream().filter(verdict -> verdict.wrong().isPresent()).findFirst().ifPresent(ChaosTest::tell);
        assertThat(verdicts.stream().mapToInt(Verdict::deletions).sum())
                .as("Nodes that were deleted, rightly")
                .isGreaterThan(verdicts.size() / 2);
        assertThat(verdicts.stream().mapToInt(Verdict::taints).sum())
                .as("Nodes that were tainted, rightly")
                .isGreaterThan(verdicts.size() / 5);
    }

    private static void tell(Verdict verdict) {
        fail("%s%nmake chaos SEED=%d shows how that came about", verdict.wrong().orElseThrow().what(), verdict.seed());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisabledIfSystemProperty(named = SEED, matches = ".+")
    void aSafeguardThatIsTakenAwayIsMissed(Sabotage sabotage) {
        boolean isCaught = LongStream.range(0, CAUGHT)
                .parallel()
                .mapToObj(seed -> ChaosRun.of(seed, sabotage, new Trace(false)))
                .anyMatch(verdict ->
                        verdict.wrong().filter(Judge.Wrong::isHarm).isPresent());

        assertThat(isCaught).as("harm done in %d runs", CAUGHT).isTrue();
    }

    @Test
    void theSameSeedIsTheSameRun() {
        assertThat(trace(7)).isEqualTo(trace(7)).isNotEqualTo(trace(8)).hasSizeGreaterThan(20);
    }

    @Test
    @EnabledIfSystemProperty(named = SEED, matches = ".+")
    void replay() throws IOException {
        long seed = Long.getLong(SEED);
        var trace = new Trace(true);
        Verdict verdict = ChaosRun.of(seed, Sabotage.NONE, trace);
        var lines = new ArrayList<>(trace.lines());
        lines.add(verdict.wrong().map(Judge.Wrong::what).orElse("Nothing was wrong."));
        Path folder = Files.createDirectories(Path.of("target", "chaos"));
        Files.write(folder.resolve(seed + ".txt"), lines);

        assertThat(verdict.wrong()).isEmpty();
    }

    private static List<String> trace(long seed) {
        var trace = new Trace(true);
        ChaosRun.of(seed, Sabotage.NONE, trace);
        return trace.lines();
    }
}
