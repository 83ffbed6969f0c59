package dev.vspherecloud.csi.domain.metadata;

import java.util.List;

/// What CNS should record for one volume.
///
/// @param volumeId the id in CNS
/// @param entities the PersistentVolume, its claim, and the running Pods of the claim. Two PersistentVolumes may have
///     the same volume
public record DesiredMetadata(String volumeId, List<VolumeEntity> entities) {
    public DesiredMetadata {
        entities = List.copyOf(entities);
    }
}
