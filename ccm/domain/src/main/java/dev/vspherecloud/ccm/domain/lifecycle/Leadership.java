package dev.vspherecloud.ccm.domain.lifecycle;

/// Tells whether this process holds the leader's Lease. Only the holder may write to the cluster.
public interface Leadership {
    /// Returns true if it is certain that no other process holds the Lease. This is so if the last renewal is
    /// younger than the renew deadline, by the monotonic and by the wall clock. Never blocks.
    boolean isHeld();

    /// Reads the Lease again and returns true if this process still holds it. Call this method before an action
    /// that cannot be undone. Blocks until the API server answers or a deadline passes; returns false if the API
    /// server does not answer.
    boolean isConfirmed();
}
