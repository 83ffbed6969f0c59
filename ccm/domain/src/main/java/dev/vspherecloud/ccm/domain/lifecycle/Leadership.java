package dev.vspherecloud.ccm.domain.lifecycle;

/// The right to act for the cluster, which one process of several has.
public interface Leadership {
    /// Whether it is certain that no other process has it: by the monotonic and by the wall clock the last renewal is
    /// younger than the renew deadline. Never blocks.
    boolean isHeld();

    /// Whether the Lease, read anew, still is ours; before what can't be undone. Blocks until the API server answered
    /// or a deadline passed; false when it did not answer.
    boolean isConfirmed();
}
