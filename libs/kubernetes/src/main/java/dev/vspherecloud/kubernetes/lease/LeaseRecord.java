package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// The state of an election, as a Lease holds it.
///
/// @param holder      identity of the leader; empty if the last one stepped down
/// @param duration    how long others wait after a change before they take over
/// @param acquired    by the holder's clock, for humans
/// @param renewed     by the holder's clock; only a change of it means something
/// @param transitions how often the holder changed
record LeaseRecord(String holder, Duration duration, Instant acquired, Instant renewed, int transitions) {
    boolean isHeldBy(String identity) {
        return holder.equals(identity);
    }

    boolean isFree() {
        return holder.isEmpty();
    }
}
