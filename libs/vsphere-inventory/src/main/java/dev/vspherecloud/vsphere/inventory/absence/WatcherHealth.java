package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.reason.VsphereReason;

/// The state of one vCenter's watcher, as other threads see it.
///
/// Threads: immutable; [Responsiveness] holds the current one.
sealed interface WatcherHealth {
    /// The last attempt to read vCenter did not fail.
    ///
    /// @param pendingSince nanoseconds of the monotonic clock since which a request is pending and no call was
    ///     answered; [#NOTHING_PENDING] if all requests are answered
    record Answering(long pendingSince) implements WatcherHealth {}

    /// The last attempt to read vCenter failed.
    ///
    /// @param why for messages: what happened and what to do
    record Failing(VsphereReason code, String why) implements WatcherHealth {}

    long NOTHING_PENDING = Long.MIN_VALUE;

    WatcherHealth IDLE = new Answering(NOTHING_PENDING);
}
