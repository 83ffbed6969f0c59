package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.reason.VsphereReason;

/// The health of one vCenter's watcher, for readers.
///
/// Threads: a value; the watcher holds the current one.
sealed interface WatcherHealth {
    /// The last attempt did not fail.
    ///
    /// @param pendingSince nanoseconds of the monotonic clock: since when there is a request and no call was
    ///                  answered; [#NOTHING_PENDING] if all requests are answered
    record Answering(long pendingSince) implements WatcherHealth {}

    /// The last attempt failed.
    ///
    /// @param why for people: what happened and what to do
    record Failing(VsphereReason code, String why) implements WatcherHealth {}

    long NOTHING_PENDING = Long.MIN_VALUE;

    WatcherHealth IDLE = new Answering(NOTHING_PENDING);
}
