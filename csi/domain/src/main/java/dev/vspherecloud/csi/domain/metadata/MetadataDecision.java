package dev.vspherecloud.csi.domain.metadata;

import java.util.List;
import java.util.Set;

/// The changes of the metadata of one volume.
///
/// @param written     entities to write
/// @param removed     entities to remove
/// @param unconfirmed entities that are out of date, and that are removed if they still are later
/// @param foreign     entities of this cluster id that this cluster does not have. They may belong to another cluster
///     with the same id, so they stay
/// @param changesCluster true if CNS has another distribution for this cluster
public record MetadataDecision(
        List<VolumeEntity> written,
        List<VolumeEntity> removed,
        Set<EntityKey> unconfirmed,
        Set<EntityKey> foreign,
        boolean changesCluster) {
    public MetadataDecision {
        written = List.copyOf(written);
        removed = List.copyOf(removed);
        unconfirmed = Set.copyOf(unconfirmed);
        foreign = Set.copyOf(foreign);
    }

    /// Returns true if a call to CNS is necessary.
    public boolean changesSomething() {
        return !written.isEmpty() || !removed.isEmpty() || changesCluster;
    }
}
