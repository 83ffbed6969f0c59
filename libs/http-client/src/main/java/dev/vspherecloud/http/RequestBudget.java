package dev.vspherecloud.http;

import java.time.Duration;

/// How long one piece of work may still take, and how much it may still read; shared by the exchanges it
/// consists of.
///
/// Threads: confined to one. Time is measured, not read from a clock: a clock that is set must not stretch a
/// deadline.
public final class RequestBudget {
    private final long endNanos;
    private long bytesLeft;

    RequestBudget(Duration time, long bytes) {
        endNanos = System.nanoTime() + time.toNanos();
        bytesLeft = bytes;
    }

    /// What is left of the time, but not more than this.
    Duration timeLeft(Duration atMost) {
        var left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
        return left.compareTo(atMost) < 0 ? left : atMost;
    }

    void spend(int bytes) throws ResponseTooLargeException {
        bytesLeft -= bytes;
        if (bytesLeft < 0) {
            throw new ResponseTooLargeException();
        }
    }
}
