package dev.vspherecloud.csi.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// With `--volume-name-prefix`, the name of a record says nothing about its claim.
class UnknownClaimTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant DAY_LATER = NOW.plus(Duration.ofHours(24));

    private static OperationRecord record(OperationAttempt attempt) {
        return new OperationRecord("data-1", "", "", 0, 0, Optional.of(attempt), List.of(attempt));
    }

    private static OperationRecord done() {
        return record(OperationAttempt.intent(NOW, "", "op").withTask("task-1")).done("vol-1", 1024);
    }

    private static SweepDecision sweep(OperationRecord record, Instant now, ObservedVolume... volumes) {
        return SweepPolicy.ofCreate(
                record,
                "cluster-1",
                new VolumesResult.Found(List.of(volumes)),
                ClaimState.UNKNOWN,
                SweepLimits.standard(),
                now);
    }

    private static ObservedVolume volume(boolean isInUse) {
        return new ObservedVolume("vol-1", "data-1", 1024, "ds:///a/", Set.of("cluster-1"), isInUse, false);
    }

    @Test
    void aRecordWhoseVolumeIsGoneIsForgottenAfterADay() {
        assertThat(sweep(done(), DAY_LATER.minusSeconds(1))).isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(done(), DAY_LATER)).isEqualTo(new SweepDecision.Forget());
    }

    @Test
    void aRecordWhoseVolumeIsInUseIsForgottenAfterADay() {
        assertThat(sweep(done(), DAY_LATER, volume(true))).isEqualTo(new SweepDecision.Forget());
        assertThat(sweep(done(), DAY_LATER, volume(false)))
                .as("no record says whose it is")
                .isEqualTo(new SweepDecision.Keep());
    }

    @Test
    void anAttemptThatMadeNothingIsForgottenAfterADay() {
        OperationRecord failed = record(OperationAttempt.intent(NOW, "", "op").failed("no space"));

        assertThat(sweep(failed, NOW.plus(Duration.ofHours(1)))).isEqualTo(new SweepDecision.Keep());
        assertThat(sweep(failed, DAY_LATER)).isEqualTo(new SweepDecision.Forget());
        assertThat(sweep(failed, DAY_LATER, volume(false))).isEqualTo(new SweepDecision.Keep());
    }
}
