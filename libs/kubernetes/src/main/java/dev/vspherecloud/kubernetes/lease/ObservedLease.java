package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The record of a Lease, and the time since which this process has seen it unchanged, by its own monotonic
/// clock.
///
/// The times in the record are never compared with the local clock. The clocks of two machines differ, and a
/// wrong clock must not lead to two leaders.
record ObservedLease(LeaseRecord record, Duration since) {
    /// Returns the observation after one more read of the Lease. If the record is the same, the time stays.
    static ObservedLease after(@Nullable ObservedLease before, LeaseRecord record, Duration now) {
        return before != null && before.record.equals(record) ? before : new ObservedLease(record, now);
    }

    /// Returns true while the observed Lease has not expired.
    boolean isValid(Duration now) {
        return timeUntilExpiry(now).isPositive();
    }

    /// Returns the time until the observed Lease expires; zero or negative if it has expired.
    Duration timeUntilExpiry(Duration now) {
        return record.isFree() ? Duration.ZERO : record.duration().minus(now.minus(since));
    }
}
