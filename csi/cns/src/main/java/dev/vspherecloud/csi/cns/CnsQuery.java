package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Selects volumes, and the properties to read of them. A volume has to match all of the criteria; of each list
/// it has to match one entry. An empty criterion matches every volume.
///
/// @param volumes       the ids of the volumes
/// @param names         the names of the volumes
/// @param clusterIds    the ids of the clusters that the volumes belong to
/// @param storagePolicy the id of the storage policy
/// @param datastores    the datastores that the volumes are on
/// @param fields        the properties to read; empty for all. With a selection, vCenter leaves out the
///     other properties, also the metadata
public record CnsQuery(
        List<CnsVolumeId> volumes,
        List<String> names,
        List<String> clusterIds,
        Optional<String> storagePolicy,
        List<MoRef> datastores,
        Set<CnsVolumeField> fields) {
    public CnsQuery {
        volumes = List.copyOf(volumes);
        names = List.copyOf(names);
        clusterIds = List.copyOf(clusterIds);
        datastores = List.copyOf(datastores);
        fields = Set.copyOf(fields);
    }

    /// Selects every volume of the vCenter.
    public static CnsQuery everything() {
        return new CnsQuery(List.of(), List.of(), List.of(), Optional.empty(), List.of(), Set.of());
    }

    /// Selects these volumes.
    ///
    /// @param ids at least one: without an id the query would select every volume
    public static CnsQuery ofVolumes(Collection<CnsVolumeId> ids) {
        requireNotEmpty(ids, "volume");
        return new CnsQuery(List.copyOf(ids), List.of(), List.of(), Optional.empty(), List.of(), Set.of());
    }

    /// Selects the volumes of a cluster.
    public static CnsQuery ofCluster(String clusterId) {
        requireNotBlank(clusterId);
        return new CnsQuery(List.of(), List.of(), List.of(clusterId), Optional.empty(), List.of(), Set.of());
    }

    /// Selects the volumes of a cluster that have one of these names.
    ///
    /// @param names at least one
    public static CnsQuery ofNames(String clusterId, Collection<String> names) {
        requireNotBlank(clusterId);
        requireNotEmpty(names, "name");
        names.forEach(CnsQuery::requireNotBlank);
        return new CnsQuery(List.of(), List.copyOf(names), List.of(clusterId), Optional.empty(), List.of(), Set.of());
    }

    /// Returns the same query for volumes with this storage policy.
    public CnsQuery withStoragePolicy(String id) {
        requireNotBlank(id);
        return new CnsQuery(volumes, names, clusterIds, Optional.of(id), datastores, fields);
    }

    /// Returns the same query for volumes on these datastores.
    public CnsQuery onDatastores(Collection<MoRef> stores) {
        requireNotEmpty(stores, "datastore");
        return new CnsQuery(volumes, names, clusterIds, storagePolicy, List.copyOf(stores), fields);
    }

    /// Returns the same query, which reads only these properties.
    public CnsQuery reading(Set<CnsVolumeField> selected) {
        return new CnsQuery(volumes, names, clusterIds, storagePolicy, datastores, selected);
    }

    /// Returns the properties to read in the order of the wire format.
    Set<CnsVolumeField> sortedFields() {
        return new TreeSet<>(fields);
    }

    private static void requireNotEmpty(Collection<?> values, String what) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "the query names no %s and would select every volume; use CnsQuery.everything() for that"
                            .formatted(what));
        }
    }

    private static void requireNotBlank(String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("a criterion of a query for volumes is blank");
        }
    }
}
