package dev.vspherecloud.csi.domain.metadata;

/// A Kubernetes object in the metadata of a volume.
///
/// @param clusterId the id of its cluster; empty if CNS does not report it
public record RecordedEntity(String clusterId, VolumeEntity entity) {
    public EntityKey key() {
        return entity.key();
    }
}
