package dev.vspherecloud.kubernetes.event;

import java.time.Duration;

/// A token bucket: allows a burst, and one more Event after each period.
///
/// Threads: one.
final class TokenBucket {
    private final int burst;
    private final Duration refill;
    private double tokens;
    private Duration refilledAt;

    TokenBucket(int burst, Duration refill, Duration now) {
        this.burst = burst;
        this.refill = refill;
        this.tokens = burst;
        this.refilledAt = now;
    }

    boolean tryAcquire(Duration now) {
        tokens = Math.min(burst, tokens + (double) now.minus(refilledAt).toNanos() / refill.toNanos());
        refilledAt = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
