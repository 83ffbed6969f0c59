package dev.vspherecloud.ccm.domain.lifecycle;

/// The Lease of the leader: the process that holds it may write to the cluster.
public interface Leadership {
    /// Returns true if it is certain that no other process holds the Lease: by the monotonic and by the wall clock
    /// the last renewal is younger than the renew deadline. Never blocks.
    boolean isHeld();

    /// Returns true if the Lease, read again, is still held by this process. Call it before an action that cannot
    /// be undone. Blocks until the API server answered or a deadline passed; false if it did not answer.
    boolean isConfirmed();
}
