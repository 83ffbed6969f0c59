package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;

/// Spaces the waits for updates, so that guests that change all the time do not become a storm of calls.
///
/// A few waits may follow each other at once, so that a change in a quiet inventory is seen at once; after that one
/// every few seconds, and the server gathers what happens in between.
///
/// Threads: confined to the watcher.
final class WaitPacer {
    private static final int BURST = 3;
    private static final long REFILL_NANOS = Duration.ofSeconds(4).toNanos();

    private long fullAt;

    /// @param now nanoseconds of the monotonic clock that [#pauseBeforeNext] is asked with
    WaitPacer(long now) {
        this.fullAt = now;
    }

    /// Counts one wait, and says how long to pause before it.
    Duration pauseBeforeNext(long now) {
        fullAt = Math.max(fullAt, now) + REFILL_NANOS;
        long ahead = fullAt - now - BURST * REFILL_NANOS;
        return Duration.ofNanos(Math.max(0, ahead));
    }

    /// The wait counted last did not take place.
    void notTaken() {
        fullAt -= REFILL_NANOS;
    }
}
