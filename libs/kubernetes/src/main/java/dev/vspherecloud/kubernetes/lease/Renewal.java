package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// The last time that this process wrote itself into the Lease.
///
/// @param record as the API server has it
/// @param sent   before the write was sent, so that nobody can have seen it earlier
record Renewal(LeaseRecord record, DualTimestamp sent) {
    /// How much is left of the time in which nobody else can have taken over; not positive when it is over.
    Duration left(DualTimestamp now, Duration renewDeadline) {
        return renewDeadline.minus(now.since(sent));
    }

    /// Whether a record shows the same term of the same leader, at that renewal or a later one.
    boolean isContinuedBy(LeaseRecord later) {
        return later.holder().equals(record.holder())
                && later.transitions() == record.transitions()
                && later.acquired().equals(record.acquired())
                && !later.renewed().isBefore(record.renewed());
    }

    /// Whether the Lease changed hands between the two; one that was deleted and made anew by us did not.
    boolean isLaterTermThan(Renewal earlier) {
        return record.transitions() > earlier.record.transitions();
    }

    /// Why it is worth nothing any more.
    String overdue(DualTimestamp now, Duration renewDeadline) {
        return now.ticksSince(sent).compareTo(renewDeadline) >= 0
                ? "it could not be renewed for %d s".formatted(renewDeadline.toSeconds())
                : ("by the wall clock it was renewed %d s ago, by the monotonic one %d s ago:"
                                + " this machine was suspended, or its clock was set")
                        .formatted(
                                now.wallSince(sent).toSeconds(),
                                now.ticksSince(sent).toSeconds());
    }
}
