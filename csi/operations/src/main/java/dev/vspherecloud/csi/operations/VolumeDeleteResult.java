package dev.vspherecloud.csi.operations;

/// The result of deleting a volume or a snapshot.
public sealed interface VolumeDeleteResult permits VolumeDeleteResult.Deleted, VolumeFailure {
    /// The volume or snapshot does not exist, or no longer.
    ///
    /// @param volumeId the id of the volume or snapshot
    record Deleted(String volumeId) implements VolumeDeleteResult {}
}
