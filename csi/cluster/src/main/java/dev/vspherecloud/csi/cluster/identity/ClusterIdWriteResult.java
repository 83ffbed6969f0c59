package dev.vspherecloud.csi.cluster.identity;

/// The result of creating the ConfigMap of the cluster id.
public sealed interface ClusterIdWriteResult {
    /// The ConfigMap has the id that this process wrote.
    record Created(String id) implements ClusterIdWriteResult {}

    /// Another process created the ConfigMap first. Its id is the one of the cluster.
    ///
    /// @param id the id in the ConfigMap; empty if the ConfigMap does not have the key
    record Existed(String id) implements ClusterIdWriteResult {}

    /// The ConfigMap was perhaps not created. Read it before you use an id.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Failed(String problem) implements ClusterIdWriteResult {}
}
