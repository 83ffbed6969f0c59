package dev.vspherecloud.testkit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that stands still until a test moves it.
///
/// Threads: any may read or move it.
public final class ManualClock extends Clock {
    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    private ManualClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /// A clock that shows this time, in UTC.
    public static ManualClock at(Instant start) {
        return new ManualClock(new AtomicReference<>(start), ZoneOffset.UTC);
    }

    /// A clock that shows the first second of 2026, in UTC.
    public static ManualClock started() {
        return at(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /// Moves on; a negative duration moves back, as clocks of real machines sometimes do.
    ///
    /// @return the new time
    public Instant advance(Duration by) {
        return now.updateAndGet(time -> time.plus(by));
    }

    public void set(Instant time) {
        now.set(time);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /// The same clock, seen from another zone: both move together.
    @Override
    public ManualClock withZone(ZoneId other) {
        return new ManualClock(now, other);
    }
}
