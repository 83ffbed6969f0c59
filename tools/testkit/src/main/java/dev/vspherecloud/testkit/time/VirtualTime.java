package dev.vspherecloud.testkit.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A monotonic clock that only waits move. A wait beyond its end is interrupted.
///
/// Threads: any.
public final class VirtualTime {
    private final Duration end;
    private final List<Duration> waits = new ArrayList<>();
    private Duration now = Duration.ZERO;

    private VirtualTime(Duration end) {
        this.end = end;
    }

    public static VirtualTime until(Duration end) {
        return new VirtualTime(end);
    }

    /// Returns the time, like [System#nanoTime].
    public synchronized long nanos() {
        return now.toNanos();
    }

    public synchronized void pass(Duration length) {
        now = now.plus(length);
    }

    /// Moves the clock and returns at once. Past the end, it throws an interruption.
    public synchronized void sleep(Duration length) throws InterruptedException {
        waits.add(length);
        now = now.plus(length);
        if (now.compareTo(end) > 0) {
            throw new InterruptedException("the test is over");
        }
    }

    public synchronized List<Duration> waits() {
        return List.copyOf(waits);
    }
}
