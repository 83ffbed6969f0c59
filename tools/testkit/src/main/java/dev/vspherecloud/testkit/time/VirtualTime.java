package dev.vspherecloud.testkit.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Time that passes only when somebody waits. Beyond its end a wait is interrupted.
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

    /// As [System#nanoTime].
    public synchronized long nanos() {
        return now.toNanos();
    }

    public synchronized void pass(Duration length) {
        now = now.plus(length);
    }

    /// Passes the time at once.
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
