package dev.vspherecloud.csi.domain;

import java.util.List;
import java.util.Set;

/// A volume as CNS returns it.
///
/// @param clusters     the ids of all clusters that its metadata names
/// @param isInUse      true if its metadata names an object that uses it
/// @param isAttached   true if a VM that the driver follows has it; false also if that is not known
/// @param snapshots    its snapshots; empty if they were not asked for
public record ObservedVolume(
        String id,
        String name,
        long capacityMb,
        String datastoreUrl,
        Set<String> clusters,
        boolean isInUse,
        boolean isAttached,
        List<ObservedSnapshot> snapshots) {
    public ObservedVolume {
        clusters = Set.copyOf(clusters);
        snapshots = List.copyOf(snapshots);
    }

    /// Creates a volume without snapshots, or whose snapshots were not asked for.
    public ObservedVolume(
            String id,
            String name,
            long capacityMb,
            String datastoreUrl,
            Set<String> clusters,
            boolean isInUse,
            boolean isAttached) {
        this(id, name, capacityMb, datastoreUrl, clusters, isInUse, isAttached, List.of());
    }

    boolean hasSnapshots() {
        return !snapshots.isEmpty();
    }

    /// Returns the same volume with other snapshots.
    public ObservedVolume with(List<ObservedSnapshot> others) {
        return new ObservedVolume(id, name, capacityMb, datastoreUrl, clusters, isInUse, isAttached, others);
    }

    /// Returns true if the metadata names this cluster and no other.
    boolean isOwnOf(String cluster) {
        return clusters.equals(Set.of(cluster));
    }

    /// Returns true if the metadata names no cluster but this one; also if it names none.
    boolean isOnlyOf(String cluster) {
        return clusters.stream().allMatch(cluster::equals);
    }
}
