package dev.vspherecloud.csi.domain;

import java.util.Set;

/// A volume as CNS returns it.
///
/// @param clusters     the ids of all clusters that its metadata names
/// @param isInUse      true if it is attached, or if a PersistentVolume refers to it
/// @param isAttached   true if it is attached to a VM
/// @param hasSnapshots true if it has snapshots
public record ObservedVolume(
        String id,
        String name,
        long capacityMb,
        String datastoreUrl,
        Set<String> clusters,
        boolean isInUse,
        boolean isAttached,
        boolean hasSnapshots) {
    public ObservedVolume {
        clusters = Set.copyOf(clusters);
    }

    /// Returns true if the metadata names no cluster but this one.
    boolean isOnlyOf(String cluster) {
        return clusters.stream().allMatch(cluster::equals);
    }
}
