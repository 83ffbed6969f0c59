package dev.vspherecloud.reconcile;

import java.time.Duration;

/// Allows a burst, and one more after each period.
///
/// Threads: any; state is guarded by `this`.
public final class RateLimit {
    private final int burst;
    private final long periodNanos;
    private boolean isUsed;

    /// When the whole burst will be available again.
    private long fullAt;

    public RateLimit(int burst, Duration period) {
        this.burst = burst;
        this.periodNanos = period.toNanos();
    }

    /// Returns true if one more is allowed, and counts it.
    ///
    /// @param now the time by a monotonic clock, as [System#nanoTime]
    public synchronized boolean tryAcquire(long now) {
        long untilFull = (isUsed ? Math.max(fullAt - now, 0) : 0) + periodNanos;
        if (untilFull > burst * periodNanos) {
            return false;
        }
        isUsed = true;
        fullAt = now + untilFull;
        return true;
    }
}
