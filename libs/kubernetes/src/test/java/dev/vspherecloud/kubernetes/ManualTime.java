package dev.vspherecloud.kubernetes;

import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// A clock that advances only when a thread waits. The wall clock may be set independently.
///
/// A wait that would go beyond the end of the test is interrupted, which ends the loop under test.
public final class ManualTime implements LongSupplier, Sleeper, InstantSource {
    public static final Instant START = Instant.parse("2026-01-02T03:04:05.678901Z");

    private final Duration end;
    private final List<Duration> waits = new ArrayList<>();
    private Duration now = Duration.ZERO;
    private Duration wallAhead = Duration.ZERO;
    private Runnable meanwhile = () -> {};

    public ManualTime(Duration end) {
        this.end = end;
    }

    public static ManualTime endless() {
        return new ManualTime(Duration.ofDays(1));
    }

    public void pass(Duration length) {
        now = now.plus(length);
    }

    public void setWallClockAhead(Duration ahead) {
        wallAhead = ahead;
    }

    /// Runs this event at the end of each wait from now on.
    public void whileWaiting(Runnable event) {
        meanwhile = event;
    }

    public List<Duration> waits() {
        return waits;
    }

    /// Returns the time since the beginning.
    public Duration now() {
        return now;
    }

    @Override
    public long getAsLong() {
        return now.toNanos();
    }

    @Override
    public Instant instant() {
        return START.plus(now).plus(wallAhead);
    }

    @Override
    public void sleep(Duration length) throws InterruptedException {
        waits.add(length);
        pass(length);
        meanwhile.run();
        if (now.compareTo(end) > 0) {
            throw new InterruptedException("the test is over");
        }
    }
}
