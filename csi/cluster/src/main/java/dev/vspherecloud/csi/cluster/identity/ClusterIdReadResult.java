package dev.vspherecloud.csi.cluster.identity;

/// The result of reading the ConfigMap of the cluster id.
public sealed interface ClusterIdReadResult {
    /// The ConfigMap exists.
    ///
    /// @param id the cluster id; empty if the ConfigMap does not have the key
    record Present(String id) implements ClusterIdReadResult {}

    /// The API server says that the ConfigMap does not exist.
    record Absent() implements ClusterIdReadResult {}

    /// The ConfigMap could not be read, so it is not known whether it exists.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Unread(String problem) implements ClusterIdReadResult {}
}
