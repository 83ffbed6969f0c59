package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;

/// Limits the rate of the waits for updates, so that guests that change all the time do not cause too many
/// calls.
///
/// A few waits may follow each other at once, so that a change in a quiet inventory is seen at once. After that
/// there is one every few seconds, and the server collects the changes in between. While callers wait for single
/// objects, such as tasks, there is one every second, and one every two seconds for many objects.
///
/// Threads: only the watcher's thread.
final class WaitPacer {
    private static final int BURST = 3;
    private static final long REFILL_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long FEW_REFILL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long MANY_REFILL_NANOS = Duration.ofSeconds(2).toNanos();

    /// From how many single objects the pause is longer: one wait then serves several of them.
    private static final int MANY_OBJECTS = 8;

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
    /// @param singleObjects the number of single objects for whose changes callers wait
    Duration pauseBeforeNext(long now, int singleObjects) {
        last = refill(singleObjects);
        fullAt = Math.max(fullAt, now) + last;
        long ahead = fullAt - now - BURST * REFILL_NANOS;
        return Duration.ofNanos(Math.max(0, ahead));
    }

    /// Counts a wait that took place without a pause, because other objects are watched. It delays the next one if
    /// callers wait for many single objects, whose changes it has just brought.
    void onUnpaced(long now, int singleObjects) {
        if (singleObjects >= MANY_OBJECTS) {
            fullAt = Math.min(Math.max(fullAt, now) + MANY_REFILL_NANOS, now + BURST * REFILL_NANOS);
        }
    }

    private static long refill(int singleObjects) {
        if (singleObjects == 0) {
            return REFILL_NANOS;
        }
        return singleObjects < MANY_OBJECTS ? FEW_REFILL_NANOS : MANY_REFILL_NANOS;
    }

    /// Reverts the last count, because that wait did not take place.
    void revertLast() {
        fullAt -= last;
    }
}
