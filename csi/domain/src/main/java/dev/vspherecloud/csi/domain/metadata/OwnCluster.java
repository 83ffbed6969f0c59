package dev.vspherecloud.csi.domain.metadata;

import java.util.Set;

/// The cluster of this driver, as CNS records it.
///
/// @param id           the cluster id
/// @param distribution its distribution, as in `VanillaK8S`; empty if it is not known
/// @param retired      the ids of clusters that no longer exist, by the word of the administrator
public record OwnCluster(String id, String distribution, Set<String> retired) {
    public OwnCluster {
        retired = Set.copyOf(retired);
    }

    public OwnCluster(String id, String distribution) {
        this(id, distribution, Set.of());
    }

    /// Returns the same cluster with other retired ones.
    public OwnCluster withRetired(Set<String> others) {
        return new OwnCluster(id, distribution, others);
    }
}
