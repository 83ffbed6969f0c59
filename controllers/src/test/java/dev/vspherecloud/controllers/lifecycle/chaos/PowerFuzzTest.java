package dev.vspherecloud.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.vspherecloud.controllers.lifecycle.chaos.ChaosRun.Verdict;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Machines are switched off and on, suspended, reset, shut down and restarted elsewhere while kubelets are lost and come
/// back and vCenter is late: no machine that runs gets the taint of one that is off, and in the end all taints are right.
class PowerFuzzTest {
    private static final int RUNS = 10_000;
    private static final int CAUGHT = 2_000;

    @Test
    void noMachineThatRunsIsTaintedAndInTheEndAllTaintsAreRight() {
        // Worlds share nothing.
        List<Verdict> verdicts = LongStream.range(0, RUNS)
                .parallel()
                .mapToObj(seed -> ChaosRun.ofPower(seed, Sabotage.NONE, new Trace(false)))
                .toList();

        verdicts.stream()
                .filter(verdict -> verdict.wrong().isPresent())
                .findFirst()
                .ifPresent(PowerFuzzTest::tell);
        assertThat(verdicts.stream().mapToInt(Verdict::deletions).sum()).isZero();
        assertThat(verdicts.stream().mapToInt(Verdict::taints).sum()).isGreaterThan(RUNS);
    }

    private static void tell(Verdict verdict) {
        var trace = new Trace(true);
        ChaosRun.ofPower(verdict.seed(), Sabotage.NONE, trace);
        fail("%s, with seed %d:%n%s", verdict.wrong().orElseThrow().what(), verdict.seed(), String.join("\n", trace.lines()));
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_CONNECTION_CHECK", "NO_FRESHNESS_CHECK"})
    void evidenceThatIsTakenOnTrustIsMissed(Sabotage sabotage) {
        boolean isCaught = LongStream.range(0, CAUGHT)
                .parallel()
                .mapToObj(seed -> ChaosRun.ofPower(seed, sabotage, new Trace(false)))
                .anyMatch(verdict ->
                        verdict.wrong().filter(Judge.Wrong::isHarm).isPresent());

        assertThat(isCaught).isTrue();
    }
}
