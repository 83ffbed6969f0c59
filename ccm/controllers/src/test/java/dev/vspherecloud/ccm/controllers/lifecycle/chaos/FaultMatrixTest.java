package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Combines every [Fault] with every [Handover]: a process that saw the VMs, one that starts during the fault, and
/// a new leader. All kubelets are cut off and all machines run, so no Node may be deleted.
class FaultMatrixTest {
    static Stream<Arguments> matrix() {
        return Arrays.stream(Fault.values()).flatMap(fault -> Arrays.stream(Handover.values())
                .map(handover -> Arguments.argumentSet(words(fault) + ", " + words(handover), fault, handover)));
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void onlyTheNodeOfTheDestroyedMachineIsDeletedOnceTheFaultEnds(Fault fault, Handover handover) {
        var trace = new Trace(true);
        MatrixRun.Outcome outcome = MatrixRun.of(fault, handover, trace);
        String lines = String.join("\n", trace.lines());

        assertThat(outcome.deletedMeanwhile()).as(lines).isZero();
        assertThat(outcome.wrong()).as(lines).isEmpty();
        assertThat(outcome.left()).as(lines).hasSize(MatrixRun.MACHINES + 1).doesNotContain(new NodeName("a-1"));
    }
}
