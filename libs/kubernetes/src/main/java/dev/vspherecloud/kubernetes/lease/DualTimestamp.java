package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;

/// One moment by two clocks, since each has a way of its own to hide how much time went by: the monotonic one stands
/// still while the machine is suspended, the wall clock may be set back.
///
/// @param ticks by the monotonic clock
/// @param wall  by the wall clock
record DualTimestamp(Duration ticks, Instant wall) {
    /// How long ago an earlier moment was, by the clock that says more.
    Duration since(DualTimestamp earlier) {
        Duration byTicks = ticksSince(earlier);
        Duration byWall = wallSince(earlier);
        return byTicks.compareTo(byWall) >= 0 ? byTicks : byWall;
    }

    Duration ticksSince(DualTimestamp earlier) {
        return ticks.minus(earlier.ticks);
    }

    /// Negative when the clock was set back meanwhile.
    Duration wallSince(DualTimestamp earlier) {
        return Duration.between(earlier.wall, wall);
    }
}
