package dev.vspherecloud.kubernetes.lease;

/// Callbacks of a candidate in an election. The thread of the [LeaderElector] calls them, one at a time.
public interface LeaderCallbacks {
    /// Called when this process becomes the leader. Must return at once, since the Lease is not renewed
    /// meanwhile.
    void onStartedLeading();

    /// Called when this process may write again. The API server did not answer for so long that writes were
    /// suspended. Now it answers, and this process still holds the Lease. Must return at once.
    default void onRenewed() {}

    /// Called when this process was the leader and is not any more. Everything that it does for the cluster
    /// must end now.
    void onStoppedLeading(String why);

    /// Called when another process is the leader, once for each holder that is observed.
    ///
    /// @param holder the identity of the leader
    void onNewLeader(String holder);
}
