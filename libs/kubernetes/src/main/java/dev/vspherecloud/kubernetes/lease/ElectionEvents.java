package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// Posts Events about the leader, with the Lease as their object.
interface ElectionEvents {
    /// Called when this process became the leader. Does not block.
    void onAcquired();

    /// Called when this process released the Lease. Blocks no longer than the budget.
    void onStopped(Duration budget);
}
