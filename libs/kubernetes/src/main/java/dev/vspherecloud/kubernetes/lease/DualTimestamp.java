package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// A point in time by two clocks, since each clock can hide time that passed. The monotonic clock stands still
/// while the machine is suspended. The wall clock may be set back.
///
/// @param monotonic the time by the monotonic clock
/// @param wallClock  the time by the wall clock
record DualTimestamp(Duration monotonic, Instant wallClock) {
    /// Returns the time since an earlier timestamp, by the clock that measured the longer time.
    Duration since(DualTimestamp earlier) {
        Duration byTicks = monotonicSince(earlier);
        Duration byWall = wallClockSince(earlier);
        return byTicks.compareTo(byWall) >= 0 ? byTicks : byWall;
    }

    Duration monotonicSince(DualTimestamp earlier) {
        return monotonic.minus(earlier.monotonic);
    }

    /// Returns the wall-clock time since an earlier timestamp; negative if the wall clock was set back in between.
    Duration wallClockSince(DualTimestamp earlier) {
        return Duration.between(earlier.wallClock, wallClock);
    }
}
