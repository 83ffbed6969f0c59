package dev.vspherecloud.csi.domain.metadata;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A volume as CNS has it.
///
/// @param id           its id, which is the volume handle
/// @param name         its name in CNS
/// @param datastoreUrl the URL of its datastore; may be empty
/// @param capacityMb   MiB; 0 if CNS does not report it
/// @param clusterId    the id of the cluster that owns it; empty if CNS does not report it
/// @param distribution the distribution of that cluster; empty if CNS does not report it
public record RecordedVolume(
        String id,
        String name,
        String datastoreUrl,
        long capacityMb,
        String clusterId,
        String distribution,
        List<RecordedEntity> entities) {
    public RecordedVolume {
        entities = List.copyOf(entities);
    }

    /// Returns true if the entity belongs to a cluster of this id. Old releases of CNS do not report the cluster of an
    /// entity; there, the owner of the volume counts.
    boolean isOf(String cluster, RecordedEntity entity) {
        return cluster.equals(entity.clusterId().isEmpty() ? clusterId : entity.clusterId());
    }

    /// Returns the entities of clusters of this id.
    public List<RecordedEntity> entitiesOf(String cluster) {
        return entities.stream().filter(each -> isOf(cluster, each)).toList();
    }

    /// Returns the number of entities that do not belong to retired clusters.
    long livingEntities(OwnCluster own) {
        return entities.stream()
                .filter(each -> own.retired().stream().noneMatch(retired -> isOf(retired, each)))
                .count();
    }

    /// Returns the ids of the other clusters that the metadata names and that are not retired, sorted.
    public Set<String> otherClusters(OwnCluster own) {
        var others = new TreeSet<>(clusters());
        others.remove(own.id());
        others.removeAll(own.retired());
        return others;
    }

    /// Returns the ids of all clusters that the metadata names, sorted.
    public Set<String> clusters() {
        var all = new TreeSet<String>();
        all.add(clusterId);
        entities.forEach(each -> all.add(each.clusterId()));
        all.remove("");
        return all;
    }
}
