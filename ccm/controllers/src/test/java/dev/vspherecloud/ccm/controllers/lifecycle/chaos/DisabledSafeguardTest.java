package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Checks the chaos tests themselves: they must find the harm that each disabled safeguard causes.
class DisabledSafeguardTest {
    /// The chaos tests must detect each disabled safeguard within this number of runs.
    private static final long MAX_COUNT = 300;

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aDisabledSafeguardCausesHarm(DisabledSafeguard disabledSafeguard) {
        assertThat(LongStream.range(0, MAX_COUNT)
                        .mapToObj(seed -> ChaosRun.of(seed, disabledSafeguard, new Trace(false)))
                        .flatMap(verdict -> verdict.wrong().stream())
                        .anyMatch(InvariantChecker.Wrong::isHarm))
                .as("harm in %d runs", MAX_COUNT)
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_CONNECTION_CHECK", "NO_FRESHNESS_CHECK"})
    void uncheckedPowerStatesCauseHarm(DisabledSafeguard disabledSafeguard) {
        assertThat(LongStream.range(0, MAX_COUNT)
                        .mapToObj(seed -> ChaosRun.ofPower(seed, disabledSafeguard, new Trace(false)))
                        .flatMap(verdict -> verdict.wrong().stream())
                        .anyMatch(InvariantChecker.Wrong::isHarm))
                .as("harm in %d runs", MAX_COUNT)
                .isTrue();
    }
}
