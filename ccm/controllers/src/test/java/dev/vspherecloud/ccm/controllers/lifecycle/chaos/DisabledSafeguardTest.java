package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The net catches fish: with one safeguard taken away, the runs find what it was for.
class DisabledSafeguardTest {
    /// Each of them is noticed within so many runs that hold what it is about.
    private static final long MAX_COUNT = 300;

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aMissingSafeguardDoesHarm(DisabledSafeguard sabotage) {
        assertThat(LongStream.range(0, MAX_COUNT)
                        .mapToObj(seed -> ChaosRun.of(seed, sabotage, new Trace(false)))
                        .flatMap(verdict -> verdict.wrong().stream())
                        .anyMatch(InvariantChecker.Wrong::isHarm))
                .as("harm in %d runs", MAX_COUNT)
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_CONNECTION_CHECK", "NO_FRESHNESS_CHECK"})
    void powerThatIsTakenOnTrustDoesHarm(DisabledSafeguard sabotage) {
        assertThat(LongStream.range(0, MAX_COUNT)
                        .mapToObj(seed -> ChaosRun.ofPower(seed, sabotage, new Trace(false)))
                        .flatMap(verdict -> verdict.wrong().stream())
                        .anyMatch(InvariantChecker.Wrong::isHarm))
                .as("harm in %d runs", MAX_COUNT)
                .isTrue();
    }
}
