package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// The last successful write by which this process acquired or renewed the Lease.
///
/// @param record the record as the API server has it
/// @param sent   the time before the write was sent, so no process can have seen the record earlier
record Renewal(LeaseRecord record, DualTimestamp sent) {
    /// Returns how long it is still certain that no other process has taken over the Lease; zero or negative if
    /// it is not certain.
    Duration left(DualTimestamp now, Duration renewDeadline) {
        return renewDeadline.minus(now.since(sent));
    }

    /// Returns true if a record belongs to the same term of the same leader as this renewal, at this renewal or
    /// a later one.
    boolean isContinuedBy(LeaseRecord later) {
        return later.holder().equals(record.holder())
                && later.transitions() == record.transitions()
                && later.acquired().equals(record.acquired())
                && !later.renewed().isBefore(record.renewed());
    }

    /// Returns true if another process held the Lease between an earlier renewal and this one. A Lease that was
    /// deleted and that this process created again did not change hands.
    boolean isLaterTermThan(Renewal earlier) {
        return record.transitions() > earlier.record.transitions();
    }

    /// Returns why this renewal does not count any more.
    String overdue(DualTimestamp now, Duration renewDeadline) {
        return now.monotonicSince(sent).compareTo(renewDeadline) >= 0
                ? "it could not be renewed for %d s".formatted(renewDeadline.toSeconds())
                : ("by the wall clock it was renewed %d s ago, by the monotonic one %d s ago:"
                                + " this machine was suspended, or its clock was set")
                        .formatted(
                                now.wallClockSince(sent).toSeconds(),
                                now.monotonicSince(sent).toSeconds());
    }
}
