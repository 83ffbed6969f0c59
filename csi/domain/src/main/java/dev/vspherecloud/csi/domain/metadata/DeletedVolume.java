package dev.vspherecloud.csi.domain.metadata;

/// A PersistentVolume that was deleted, as it was before.
///
/// @param name     its name
/// @param volumeId the id in CNS
/// @param hasClaim true if a claim was bound to it
public record DeletedVolume(
        String name, String volumeId, VolumeForm form, ReclaimPolicy reclaimPolicy, boolean hasClaim) {}
