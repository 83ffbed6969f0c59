package dev.vspherecloud.vsphere.inventory.login;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/// The time of day as other processes know it, which goes on evenly in this process although the clock be set.
///
/// Threads: any; the anchor is an immutable value.
final class SteadyWallClock {
    /// Less than this is no step: clocks are drawn slowly to the right time all the time.
    private static final Duration STEP = Duration.ofSeconds(10);

    private record Anchor(Instant at, long nanos) {}

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private volatile Anchor anchor;

    SteadyWallClock(InstantSource clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.anchor = new Anchor(clock.instant(), nanoTime.getAsLong());
    }

    /// In whole milliseconds.
    Instant now() {
        Anchor last = anchor;
        return last.at().plusNanos(nanoTime.getAsLong() - last.nanos()).truncatedTo(ChronoUnit.MILLIS);
    }

    /// Whether the clock was set since it was followed last.
    boolean hasStepped() {
        return Duration.between(now(), clock.instant()).abs().compareTo(STEP) > 0;
    }

    /// What the clock shows, in whole milliseconds.
    Instant shown() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /// Goes on from what the clock shows.
    void follow() {
        anchor = new Anchor(clock.instant(), nanoTime.getAsLong());
    }
}
