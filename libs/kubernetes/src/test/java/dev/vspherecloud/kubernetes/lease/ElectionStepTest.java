package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElectionStepTest {
    private static final LeaderSettings ME = LeaderSettings.defaults("me");
    private static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant CLOCK = Instant.parse("2026-01-02T00:00:00Z");

    @ParameterizedTest(name = "held by {0}, seen unchanged for {1} s: {2}")
    @CsvSource(textBlock = """
            other, 0,  Wait
            other, 14, Wait
            other, 15, Claim
            other, 99, Claim
            me,    0,  Claim
            me,    99, Claim
            '',    0,  Claim
            """)
    void anotherHolderIsReplacedOnlyWhenTheLeaseExpires(String holder, int unchangedSeconds, String step) {
        assertThat(next(held(holder, 3), unchangedSeconds))
                .extracting(found -> found.getClass().getSimpleName())
                .isEqualTo(step);
    }

    @Test
    void clockSkewChangesNothing() {
        LeaseRecord future =
                new LeaseRecord("other", Duration.ofSeconds(15), CLOCK.plusSeconds(9999), CLOCK.plusSeconds(9999), 0);
        LeaseRecord past = new LeaseRecord("other", Duration.ofSeconds(15), Instant.EPOCH, Instant.EPOCH, 0);

        assertThat(next(future, 15)).isInstanceOf(ElectionStep.Claim.class);
        assertThat(next(past, 14)).isEqualTo(new ElectionStep.Wait("other"));
    }

    @Test
    void theDurationInTheLeaseCountsAndNotTheConfiguredOne() {
        LeaseRecord longer = new LeaseRecord("other", Duration.ofSeconds(60), OLD, OLD, 0);

        assertThat(next(longer, 59)).isEqualTo(new ElectionStep.Wait("other"));
    }

    @Test
    void aRenewalKeepsAcquireTimeAndTransitions() {
        assertThat(next(held("me", 3), 1))
                .isEqualTo(new ElectionStep.Claim(new LeaseRecord("me", Duration.ofSeconds(15), OLD, CLOCK, 3)));
    }

    @Test
    void aTakeoverIncrementsTheTransitions() {
        assertThat(next(held("other", 3), 15))
                .isEqualTo(new ElectionStep.Claim(new LeaseRecord("me", Duration.ofSeconds(15), CLOCK, CLOCK, 4)));
    }

    @Test
    void aReleasedLeaseHasNoHolderAndOneSecond() {
        assertThat(ElectionStep.released(held("me", 3), CLOCK))
                .isEqualTo(new LeaseRecord("", Duration.ofSeconds(1), CLOCK, CLOCK, 3));
    }

    @Test
    void anUnchangedRecordKeepsTheTimeItWasFirstSeen() {
        ObservedLease first = ObservedLease.after(null, held("other", 3), Duration.ofSeconds(10));

        assertThat(ObservedLease.after(first, held("other", 3), Duration.ofSeconds(20)))
                .isSameAs(first);
        assertThat(ObservedLease.after(first, held("other", 4), Duration.ofSeconds(20))
                        .since())
                .isEqualTo(Duration.ofSeconds(20));
    }

    private static ElectionStep next(LeaseRecord record, int unchangedSeconds) {
        var observed = new ObservedLease(record, Duration.ofSeconds(100));
        return ElectionStep.next(observed, ME, Duration.ofSeconds(100 + unchangedSeconds), CLOCK);
    }

    private static LeaseRecord held(String holder, int transitions) {
        return new LeaseRecord(holder, Duration.ofSeconds(15), OLD, OLD, transitions);
    }
}
