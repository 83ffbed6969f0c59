package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// Decides what a candidate does with the Lease. Pure.
///
/// Rule from: client-go, tools/leaderelection, tryAcquireOrRenew.
sealed interface ElectionStep {
    /// Replace the observed record with this one.
    record Claim(LeaseRecord record) implements ElectionStep {}

    /// Another process leads.
    record Wait(String holder) implements ElectionStep {}

    /// Returns the record to create if there is no Lease yet.
    static LeaseRecord first(LeaderSettings settings, Instant clock) {
        return new LeaseRecord(settings.identity(), settings.leaseDuration(), clock, clock, 0);
    }

    /// Returns the step for an existing Lease.
    ///
    /// @param now   by the clock that the Lease was observed with
    /// @param clock for the record
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

    /// Returns the record of a leader that steps down: its Lease is free at once.
    static LeaseRecord released(LeaseRecord held, Instant clock) {
        return new LeaseRecord("", Duration.ofSeconds(1), clock, clock, held.transitions());
    }
}
