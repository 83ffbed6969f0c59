package dev.vspherecloud.csi.domain.metadata;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/// What this process has observed about entities of one volume.
///
/// @param deleted    objects that the cluster had, and whose deletion a watch has shown
/// @param staleSince entities that CNS has and the cluster has not, with the time when that was first observed
/// @param removed    entities that this process has removed from CNS
public record EntityHistory(Set<EntityKey> deleted, Map<EntityKey, Instant> staleSince, Set<EntityKey> removed) {
    public static final EntityHistory NONE = new EntityHistory(Set.of(), Map.of(), Set.of());

    public EntityHistory {
        deleted = Set.copyOf(deleted);
        staleSince = Map.copyOf(staleSince);
        removed = Set.copyOf(removed);
    }
}
