package dev.vspherecloud.testkit.time;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The real time since its start, for checks that something did not end too early, and for reports.
///
/// It does not return the time as a number, so that no test can compare it with an upper limit. A busy machine makes
/// every real time longer, so only a lower limit is the same on all machines.
///
/// Threads: any.
public final class Stopwatch {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final long start = System.nanoTime();

    private Stopwatch() {}

    public static Stopwatch start() {
        return new Stopwatch();
    }

    /// Checks that at least this time has passed.
    public void requireAtLeast(Duration least) {
        long passed = System.nanoTime() - start;
        if (passed < least.toNanos()) {
            throw new AssertionError("ended after %s, expected at least %s".formatted(Duration.ofNanos(passed), least));
        }
    }

    /// Waits until this time has passed since the start.
    public void await(Duration time) {
        try {
            var opened = NEVER.await(time.toNanos() - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
            assert !opened;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }

    /// Returns the time in seconds, for a report.
    public String seconds() {
        return String.format(Locale.ROOT, "%.1f", (double) (System.nanoTime() - start) / 1e9);
    }
}
