package dev.vspherecloud.kubernetes.lease;

/// Callbacks of a candidate in an election. The elector's thread calls them, one at a time.
public interface LeaderCallbacks {
    /// This process leads from now on. Must return at once, since the Lease is not renewed meanwhile.
    void onStartedLeading();

    /// This process may write again. The API server did not answer for so long that writes were suspended. Now it
    /// answers, and this process still holds the Lease. Must return at once.
    default void onRenewed() {}

    /// This process led and does not lead any more. Everything that it does for the cluster must end now.
    void onStoppedLeading(String why);

    /// Another process leads. Called once for each holder that is observed.
    ///
    /// @param holder its identity
    void onNewLeader(String holder);
}
