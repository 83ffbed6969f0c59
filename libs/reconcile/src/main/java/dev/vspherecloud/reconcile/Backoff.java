package dev.vspherecloud.reconcile;

import java.time.Duration;

/// The wait after several failures in a row. It doubles with each failure, from the first to the longest wait.
/// A jitter of up to a tenth keeps many keys that failed together from being retried together.
///
/// @param first   the wait after the first failure, more than zero
/// @param longest the largest wait, before the jitter is added
public record Backoff(Duration first, Duration longest) {
    private static final double SPREAD = 0.1;

    public Backoff {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "the first wait of a backoff must be more than zero and at most the longest");
        }
    }

    /// Returns the wait after this many failures in a row.
    ///
    /// @param failures the number of failures, 1 or more
    /// @param random   a random number from 0 to 1, which decides the jitter
    public Duration after(int failures, double random) {
        int doublings = Math.min(failures - 1, 40);
        double nanos = Math.min((double) first.toNanos() * Math.pow(2, doublings), (double) longest.toNanos());
        return Duration.ofNanos((long) (nanos * (1 + SPREAD * random)));
    }
}
