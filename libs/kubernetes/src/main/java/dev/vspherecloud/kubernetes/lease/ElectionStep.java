package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// What a candidate does about the lease. Pure.
///
/// Rule from: client-go, tools/leaderelection, tryAcquireOrRenew.
sealed interface ElectionStep {
    /// Write this over the record that was seen.
    record Claim(LeaseRecord record) implements ElectionStep {}

    /// Another leads.
    record StandBy(String holder) implements ElectionStep {}

    /// There is no lease yet.
    static LeaseRecord first(LeaderSettings settings, Instant clock) {
        return new LeaseRecord(settings.identity(), settings.leaseDuration(), clock, clock, 0);
    }

    /// There is one.
    ///
    /// @param now   by the clock that the sight was made with
    /// @param clock for the record
    static ElectionStep next(ObservedLease sight, LeaderSettings settings, Duration now, Instant clock) {
        LeaseRecord record = sight.record();
        if (record.isHeldBy(settings.identity())) {
            return new Claim(new LeaseRecord(
                    settings.identity(), settings.leaseDuration(), record.acquired(), clock, record.transitions()));
        }
        if (sight.isValid(now)) {
            return new StandBy(record.holder());
        }
        return new Claim(
                new LeaseRecord(settings.identity(), settings.leaseDuration(), clock, clock, record.transitions() + 1));
    }

    /// What a leader leaves behind that steps down: nobody has to wait.
    static LeaseRecord released(LeaseRecord held, Instant clock) {
        return new LeaseRecord("", Duration.ofSeconds(1), clock, clock, held.transitions());
    }
}
