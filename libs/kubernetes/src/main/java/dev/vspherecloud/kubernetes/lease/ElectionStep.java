package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// Decides what a candidate does with the Lease. Pure.
///
/// Rule from: client-go, tools/leaderelection, tryAcquireOrRenew.
sealed interface ElectionStep {
    /// The candidate must replace the observed record with this one.
    record Claim(LeaseRecord record) implements ElectionStep {}

    /// The candidate must wait, because another process leads.
    record Wait(String holder) implements ElectionStep {}

    /// Returns the record to create if there is no Lease yet.
    static LeaseRecord first(LeaderSettings settings, Instant clock) {
        return new LeaseRecord(settings.identity(), settings.leaseDuration(), clock, clock, 0);
    }

    /// Returns the step for an existing Lease.
    ///
    /// @param now   the time by the monotonic clock by which the Lease was observed
    /// @param clock the wall-clock time for the record
    static ElectionStep next(ObservedLease observedLease, LeaderSettings settings, Duration now, Instant clock) {
        LeaseRecord record = observedLease.record();
        if (record.isHeldBy(settings.identity())) {
            return new Claim(new LeaseRecord(
                    settings.identity(), settings.leaseDuration(), record.acquired(), clock, record.transitions()));
        }
        if (observedLease.isValid(now)) {
            return new Wait(record.holder());
        }
        return new Claim(
                new LeaseRecord(settings.identity(), settings.leaseDuration(), clock, clock, record.transitions() + 1));
    }

    /// Returns the record that a leader writes when it steps down: the Lease is free at once.
    static LeaseRecord released(LeaseRecord held, Instant clock) {
        return new LeaseRecord("", Duration.ofSeconds(1), clock, clock, held.transitions());
    }
}
