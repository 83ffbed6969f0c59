package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests which observations count as new. The one before was requested at 10 and answered at 20.
class AbsenceHistoryTest {
    private static final Duration TIMEOUT = Duration.ofNanos(100);
    private static final AbsenceResult GONE = new AbsenceResult.Absent("vc-a", Optional.empty());
    private static final AbsenceResult THERE = new AbsenceResult.Refuted("vCenter vc-b has vm-7");
    private static final AbsenceHistory BEFORE = AbsenceHistory.EMPTY.with(observation(10, 20, GONE), TIMEOUT);

    @ParameterizedTest
    @CsvSource({
        "11, 20, true",
        "11, 21, true",
        // The same request, or an older one.
        "10, 20, false",
        "10, 21, false",
        " 9, 30, false",
    })
    void anObservationThatWasRequestedLaterIsNew(long asked, long answered, boolean isNew) {
        AbsenceHistory after = BEFORE.with(observation(asked, answered, GONE), TIMEOUT);

        assertThat(!after.equals(BEFORE)).isEqualTo(isNew);
        assertThat(after.count()).isEqualTo(isNew ? 2 : 1);
    }

    /// A vCenter that was too slow answers the same request later.
    @ParameterizedTest
    @CsvSource({
        "11, 20, true",
        "10, 21, true",
        "10, 20, false",
        "10, 19, false",
        " 9, 30, false",
    })
    void aLateAnswerWithTheVmContradictsTheSameRequest(long asked, long answered, boolean isNew) {
        AbsenceHistory after = BEFORE.with(observation(asked, answered, THERE), TIMEOUT);

        assertThat(!after.equals(BEFORE)).isEqualTo(isNew);
        assertThat(after.first().isEmpty()).isEqualTo(isNew);
    }

    private static Observation observation(long asked, long answered, AbsenceResult absence) {
        return new Observation(asked, answered, absence, new Heartbeat.Renewed("7"), Instant.EPOCH);
    }
}
