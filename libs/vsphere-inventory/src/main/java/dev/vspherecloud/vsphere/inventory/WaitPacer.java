package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;

/// Limits the rate of the waits for updates, so that guests that change all the time do not cause too many
/// calls.
///
/// A few waits may follow each other at once, so that a change in a quiet inventory is seen at once. After that
/// there is one every few seconds, and the server collects the changes in between.
///
/// While callers wait for tasks, the pause is shorter. Few tasks end one by one, so their ends are seen within half a
/// second. Of many tasks, one wait brings several. The more run, the more of them end in the same time, and the more
/// callers would wait for the pause. So it becomes shorter with the square of their number: two seconds for up to
/// sixteen tasks, half a second for 32, and 51 ms for a hundred.
///
/// Threads: only the watcher's thread.
final class WaitPacer {
    private static final int BURST = 3;
    private static final long REFILL_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long FEW_REFILL_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MANY_REFILL_NANOS = Duration.ofSeconds(2).toNanos();

    /// From how many tasks one wait serves several of them.
    private static final int MANY_TASKS = 8;

    /// Up to how many tasks the pause is that of many: as many creates run at the same time at most.
    private static final long MOST_CREATES = 16;

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
    /// @param tasks the number of tasks for whose ends callers wait
    Duration pauseBeforeNext(long now, int tasks) {
        last = refill(tasks);
        fullAt = Math.max(fullAt, now) + last;
        long ahead = fullAt - now - BURST * REFILL_NANOS;
        return Duration.ofNanos(Math.clamp(ahead, 0, last));
    }

    /// Counts a wait that took place without a pause, because other objects are watched. It delays the next one if
    /// callers wait for many tasks, whose changes it has just brought.
    void onUnpaced(long now, int tasks) {
        if (tasks >= MANY_TASKS) {
            fullAt = Math.min(Math.max(fullAt, now) + refill(tasks), now + BURST * REFILL_NANOS);
        }
    }

    private static long refill(int tasks) {
        if (tasks == 0) {
            return REFILL_NANOS;
        }
        if (tasks < MANY_TASKS) {
            return FEW_REFILL_NANOS;
        }
        long more = Math.max(tasks, MOST_CREATES);
        return MANY_REFILL_NANOS * MOST_CREATES * MOST_CREATES / (more * more);
    }

    /// Reverts the last count, because that wait did not take place.
    void revertLast() {
        fullAt -= last;
    }
}
