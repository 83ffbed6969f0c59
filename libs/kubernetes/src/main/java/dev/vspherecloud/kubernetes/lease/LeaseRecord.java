package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// The state of an election, as a Lease contains it.
///
/// @param holder      the identity of the leader; empty if the last one stepped down
/// @param duration    how long other processes wait after a change of the record before they take over
/// @param acquired    when the holder acquired the Lease by the holder's clock; only people read it
/// @param renewed     when the holder renewed the Lease by the holder's clock; only a change of this time
///     matters
/// @param transitions how often the holder changed
record LeaseRecord(String holder, Duration duration, Instant acquired, Instant renewed, int transitions) {
    boolean isHeldBy(String identity) {
        return holder.equals(identity);
    }

    boolean isFree() {
        return holder.isEmpty();
    }
}
