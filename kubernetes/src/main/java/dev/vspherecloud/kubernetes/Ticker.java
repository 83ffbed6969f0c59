package dev.vspherecloud.kubernetes;

import java.time.Duration;

/// Elapsed time that never goes back, whatever happens to the wall clock.
@FunctionalInterface
public interface Ticker {
    /// Time since some fixed moment of this process; only differences mean something.
    Duration now();

    /// The machine's monotonic clock.
    static Ticker system() {
        return () -> Duration.ofNanos(System.nanoTime());
    }
}
