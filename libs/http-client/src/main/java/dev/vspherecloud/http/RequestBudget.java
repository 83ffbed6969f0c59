package dev.vspherecloud.http;

import java.time.Duration;

/// The time and the number of bytes that one piece of work may still use. All exchanges of this work share the
/// budget.
///
/// Threads: one. Time is measured with the monotonic clock: a change of the wall clock must not extend a
/// deadline.
public final class RequestBudget {
    private final long endNanos;
    private long bytesLeft;

    RequestBudget(Duration time, long bytes) {
        endNanos = System.nanoTime() + time.toNanos();
        bytesLeft = bytes;
    }

    /// Returns the time that is left in the budget, but at most the given time.
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
