package dev.vspherecloud.vsphere.inventory.login;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/// The wall-clock time as other processes know it, which runs steadily in this process even if the clock is
/// set.
///
/// Threads: any; the anchor is an immutable value.
final class SteadyWallClock {
    /// The least difference that counts as a step of the clock: time synchronisation adjusts clocks slowly all
    /// the time.
    private static final Duration MIN_STEP = Duration.ofSeconds(10);

    private record Anchor(Instant at, long nanos) {}

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private volatile Anchor anchor;

    SteadyWallClock(InstantSource clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.anchor = new Anchor(clock.instant(), nanoTime.getAsLong());
    }

    /// Returns the steady wall-clock time in whole milliseconds.
    Instant now() {
        Anchor current = anchor;
        return current.at().plusNanos(nanoTime.getAsLong() - current.nanos()).truncatedTo(ChronoUnit.MILLIS);
    }

    /// Returns true if the wall clock was set since the last [#resync].
    boolean hasStepped() {
        return Duration.between(now(), clock.instant()).abs().compareTo(MIN_STEP) > 0;
    }

    /// Returns the time that the wall clock shows, in whole milliseconds.
    Instant clockTime() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /// Continues the steady time from the time that the wall clock shows.
    void resync() {
        anchor = new Anchor(clock.instant(), nanoTime.getAsLong());
    }
}
