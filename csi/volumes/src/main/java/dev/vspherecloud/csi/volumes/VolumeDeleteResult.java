package dev.vspherecloud.csi.volumes;

/// The result of a delete.
public sealed interface VolumeDeleteResult permits VolumeDeleteResult.Deleted, VolumeFailure {
    /// The volume does not exist, or no longer.
    record Deleted(String volumeId) implements VolumeDeleteResult {}
}
