package dev.vspherecloud.kubernetes;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A lease and since when we have seen it so, by our own monotonic clock.
///
/// The times in the record are never compared with ours: two machines disagree about the time, and a clock that
/// goes wrong must not make two leaders.
record LeaseSight(LeaseRecord record, Duration since) {
    /// What is known after looking at the lease once more.
    static LeaseSight after(@Nullable LeaseSight before, LeaseRecord record, Duration now) {
        return before != null && before.record.equals(record) ? before : new LeaseSight(record, now);
    }

    /// Whether the holder has to be left alone.
    boolean isValid(Duration now) {
        return !record.isFree() && now.minus(since).compareTo(record.duration()) < 0;
    }
}
