package dev.vspherecloud.csi.config.cluster;

/// The decision about the identity of the cluster: see [ClusterIdPolicy].
public sealed interface ClusterIdDecision {
    /// The driver uses this id, and changes nothing.
    ///
    /// @param origin a text such as `the configuration`, for the log
    record Use(String id, String origin) implements ClusterIdDecision {}

    /// The driver creates the immutable ConfigMap with a new random UUID, and uses it.
    record Create() implements ClusterIdDecision {}

    /// The driver asks CNS for the metadata of the existing volumes, and decides again.
    ///
    /// @param count the number of existing PersistentVolumes
    record QueryVolumes(int count) implements ClusterIdDecision {}

    /// The driver creates the immutable ConfigMap with the id of the existing volumes, reports the sentence, and
    /// uses the id.
    record Adopt(String id, String sentence) implements ClusterIdDecision {}

    /// The driver does not become ready, and tries again later.
    ///
    /// @param sentence what was found, what was expected, and what to do
    record NotReady(String sentence) implements ClusterIdDecision {}
}
