package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// A point in time by two clocks, since each clock can hide time that passed. The monotonic clock stands still
/// while the machine is suspended. The wall clock may be set back.
///
/// @param ticks by the monotonic clock
/// @param wall  by the wall clock
record DualTimestamp(Duration ticks, Instant wall) {
    /// Returns the time since an earlier timestamp, by the clock that measured more.
    Duration since(DualTimestamp earlier) {
        Duration byTicks = ticksSince(earlier);
        Duration byWall = wallSince(earlier);
        return byTicks.compareTo(byWall) >= 0 ? byTicks : byWall;
    }

    Duration ticksSince(DualTimestamp earlier) {
        return ticks.minus(earlier.ticks);
    }

    /// Returns the wall-clock time since an earlier timestamp; negative if the wall clock was set back in between.
    Duration wallSince(DualTimestamp earlier) {
        return Duration.between(earlier.wall, wall);
    }
}
