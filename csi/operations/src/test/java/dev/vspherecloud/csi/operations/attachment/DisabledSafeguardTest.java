package dev.vspherecloud.csi.operations.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Checks the model itself: it must find the harm that each disabled safeguard causes.
class DisabledSafeguardTest {
    private static final long RUNS = 3_000;

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void theModelNoticesAMissingSafeguard(Safeguard disabled) {
        assertThat(LongStream.range(0, RUNS)
                        .mapToObj(seed -> PretendRun.of(seed, disabled, false))
                        .anyMatch(verdict -> !verdict.wrong().isEmpty()))
                .as("harm in %d runs", RUNS)
                .isTrue();
    }
}
