package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.reason.VsphereReason;

/// How one vCenter's watcher is doing, for readers.
///
/// Threads: a value; the watcher holds the current one.
sealed interface WatcherHealth {
    /// Nothing is wrong.
    ///
    /// @param owesSince nanoseconds of the monotonic clock: since when something is asked and no call was answered;
    ///                  [#NOTHING_OWED] when all is answered
    record Answering(long owesSince) implements WatcherHealth {}

    /// The last attempt failed.
    ///
    /// @param why for people: what happened and what to do
    record Failing(VsphereReason code, String why) implements WatcherHealth {}

    long NOTHING_OWED = Long.MIN_VALUE;

    WatcherHealth SETTLED = new Answering(NOTHING_OWED);
}
