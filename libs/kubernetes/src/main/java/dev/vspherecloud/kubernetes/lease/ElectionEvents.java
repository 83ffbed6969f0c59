package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// Posts Events about the leader, with the Lease as their object.
interface ElectionEvents {
    /// Called when this process became the leader. Does not block.
    void onAcquired();

    /// Called after this process released the Lease on shutdown.
    ///
    /// @param budget the longest time for which an implementation may block
    void onStopped(Duration budget);
}
