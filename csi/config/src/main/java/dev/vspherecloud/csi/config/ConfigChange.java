package dev.vspherecloud.csi.config;

/// One difference between two configurations.
///
/// @param subject the name of the vCenter; empty if the change concerns the whole program
public record ConfigChange(Kind kind, String subject) {
    /// The parts of the configuration that can change, and what a change of each needs.
    public enum Kind {
        VCENTER_ADDED(false, "a vCenter was added"),
        VCENTER_REMOVED(false, "a vCenter was removed; its volumes are not served any more"),
        CONNECTION(false, "address, TLS or proxy of a vCenter changed; a new session replaces the old one"),
        CREDENTIALS(false, "the credentials of a vCenter changed; a new session replaces the old one"),
        VCENTER_SETTINGS(false, "datacenters or datastores of a vCenter changed"),
        SNAPSHOT_LIMITS(false, "the limits of snapshots changed"),
        NET_PERMISSIONS(false, "the permissions of new file volumes changed"),
        INTERVALS(false, "intervals or limits of queries and lists changed"),
        RETIRED_CLUSTERS(false, "the ids of clusters that no longer exist changed"),
        CLUSTER_DISTRIBUTION(false, "the name of the distribution changed"),
        /// The id is compared with the ConfigMap at the start only, and all metadata of volumes contains it.
        CLUSTER_ID(true, "the cluster id changed"),
        /// The sidecars ask only once, at their start, whether the driver supports topology.
        TOPOLOGY(true, "the topology categories changed");

        private final boolean needsRestart;
        private final String sentence;

        Kind(boolean needsRestart, String sentence) {
            this.needsRestart = needsRestart;
            this.sentence = sentence;
        }

        public boolean needsRestart() {
            return needsRestart;
        }
    }

    /// Returns a text such as `north: the credentials of a vCenter changed`.
    @Override
    public String toString() {
        return subject.isEmpty() ? kind.sentence : subject + ": " + kind.sentence;
    }
}
