package dev.vspherecloud.kubernetes.lease;

/// What a candidate is told about the election. Called by the elector's thread, one call at a time.
public interface LeaderCallbacks {
    /// This process leads from now on. Must return at once: the lease is not renewed meanwhile.
    void won();

    /// The API server gave no answer for so long that nothing might be written any more, and now it answers again and
    /// the lease is ours still: what could not be written meanwhile may be written. Must return at once.
    default void regained() {}

    /// This process led, and does no longer: whatever it does for the cluster must end now.
    void lost(String why);

    /// Another process leads. Told once for each holder that is seen.
    ///
    /// @param holder its identity
    void follows(String holder);
}
