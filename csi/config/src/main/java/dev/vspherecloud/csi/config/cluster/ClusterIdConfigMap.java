package dev.vspherecloud.csi.config.cluster;

/// The content of the ConfigMap `vsphere-csi-cluster-id` in the namespace of the driver.
public sealed interface ClusterIdConfigMap {
    /// The name of the ConfigMap. vsphere-csi-driver (Go) uses the same.
    String NAME = "vsphere-csi-cluster-id";

    /// The key of the id in the ConfigMap.
    String KEY = "clusterID";

    /// The API server says that the ConfigMap does not exist.
    record Absent() implements ClusterIdConfigMap {}

    /// The ConfigMap exists.
    ///
    /// @param id the value of [#KEY]; empty if the ConfigMap does not have this key
    record Present(String id) implements ClusterIdConfigMap {}

    /// The ConfigMap could not be read, so it is not known whether it exists.
    ///
    /// @param reason why, for the message
    record Unread(String reason) implements ClusterIdConfigMap {}
}
