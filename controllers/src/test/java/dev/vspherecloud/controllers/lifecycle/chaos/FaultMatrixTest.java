package dev.vspherecloud.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.controllers.lifecycle.chaos.ChaosRun.Handover;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every way in which a vCenter fails or lies, while all kubelets are cut off and all machines live: with a process
/// that saw the VMs, with one that was started in the middle of it, and with a leader that took over.
class FaultMatrixTest {
    private static final int RUNS = 3;

    static Stream<Arguments> faults() {
        return VcenterTroubles.all().stream().flatMap(fault -> Arrays.stream(Handover.values())
                .map(handover -> Arguments.argumentSet(fault.name() + ", " + handover, fault, handover)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void noLiveNodeIsDeletedAndADeadOneIsWhenItIsOver(Trouble fault, Handover handover) {
        for (int seed = 0; seed < RUNS; seed++) {
            ChaosRun.Verdict verdict = ChaosRun.under(fault, handover, seed, new Trace(true));

            assertThat(verdict.wrong())
                    .as("seed %d: %s", seed, String.join("\n", verdict.trace()))
                    .isEmpty();
        }
    }
}
