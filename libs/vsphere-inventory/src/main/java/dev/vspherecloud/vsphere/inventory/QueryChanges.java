package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;

/// Counts how often a Node lately named another machine or another record. A kubelet writes both, so one Node must
/// not cause a search at vCenter with each of its changes. Pure.
///
/// A first change is searched at once, because machines are rebuilt. Each further one doubles the wait after the
/// Node's last search, up to five minutes.
///
/// @param count  the number of changes, each at most [#MEMORY] after the one before
/// @param lastAt when the last change was, in nanoseconds of a monotonic clock; without meaning if there was none
record QueryChanges(int count, long lastAt) {
    static final QueryChanges NONE = new QueryChanges(0, 0);

    /// The time without a change after which the next one is a first change.
    static final Duration MEMORY = Duration.ofMinutes(10);

    private static final Duration MIN_PAUSE = Duration.ofSeconds(2);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    QueryChanges withChange(long now) {
        boolean isFirst = now - lastAt > MEMORY.toNanos();
        return new QueryChanges(isFirst ? 1 : Math.min(count, Integer.MAX_VALUE - 1) + 1, now);
    }

    boolean isRepeated() {
        return count > 1;
    }

    /// Returns the least time between the last search and the next one.
    Duration pause() {
        Duration pause = isRepeated() ? MIN_PAUSE.multipliedBy(1L << Math.min(count - 2, 10)) : Duration.ZERO;
        return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }
}
