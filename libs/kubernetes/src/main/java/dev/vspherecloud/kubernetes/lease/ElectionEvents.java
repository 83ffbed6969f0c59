package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// Posts Events about the leader on the Lease.
interface ElectionEvents {
    /// This process became the leader. Does not block.
    void onAcquired();

    /// This process released the Lease. Blocks no longer than the budget.
    void onStopped(Duration budget);
}
