package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;

/// Limits the rate of the waits for updates, so that guests that change all the time do not cause too many
/// calls.
///
/// A few waits may follow each other at once, so that a change in a quiet inventory is seen at once. After that
/// there is one every few seconds, and the server collects the changes in between. While a caller waits for changes of
/// single objects, such as tasks, there is one every second.
///
/// Threads: only the watcher's thread.
final class WaitPacer {
    private static final int BURST = 3;
    private static final long REFILL_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long AWAITED_REFILL_NANOS = Duration.ofSeconds(1).toNanos();

    private long fullAt;
    private long last;

    /// Creates a pacer that allows a burst.
    ///
    /// @param now nanoseconds of the monotonic clock that [#pauseBeforeNext] is called with
    WaitPacer(long now) {
        this.fullAt = now;
    }

    /// Counts one wait for updates, and returns how long to pause before it.
    ///
    /// @param isAwaited true if a caller waits for changes of single objects
    Duration pauseBeforeNext(long now, boolean isAwaited) {
        last = isAwaited ? AWAITED_REFILL_NANOS : REFILL_NANOS;
        fullAt = Math.max(fullAt, now) + last;
        long ahead = fullAt - now - BURST * REFILL_NANOS;
        return Duration.ofNanos(Math.max(0, ahead));
    }

    /// Reverts the last count, because that wait did not take place.
    void revertLast() {
        fullAt -= last;
    }
}
