package dev.vspherecloud.testkit.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that a test sets.
///
/// Threads: any may read or move it.
public final class ManualClock implements InstantSource {
    private final AtomicReference<Instant> now;

    private ManualClock(Instant start) {
        this.now = new AtomicReference<>(start);
    }

    /// Creates a clock that shows this time.
    public static ManualClock at(Instant start) {
        return new ManualClock(start);
    }

    /// Creates a clock that shows the first second of 2026, in UTC.
    public static ManualClock started() {
        return at(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /// Moves the clock forward; a negative duration moves it back, as can happen on real machines.
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
}
