package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A lease and since when we have seen it so, by our own monotonic clock.
///
/// The times in the record are never compared with ours: two machines disagree about the time, and a clock that
/// goes wrong must not make two leaders.
record ObservedLease(LeaseRecord record, Duration since) {
    /// What is known after looking at the lease once more.
    static ObservedLease after(@Nullable ObservedLease before, LeaseRecord record, Duration now) {
        return before != null && before.record.equals(record) ? before : new ObservedLease(record, now);
    }

    /// Whether the holder has to be left alone.
    boolean isValid(Duration now) {
        return left(now).isPositive();
    }

    /// For how long yet; not positive when it is over.
    Duration left(Duration now) {
        return record.isFree() ? Duration.ZERO : record.duration().minus(now.minus(since));
    }
}
