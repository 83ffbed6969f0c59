package dev.vspherecloud.csi.operations;

/// The result of an expand.
public sealed interface VolumeExpandResult permits VolumeExpandResult.Expanded, VolumeFailure {
    /// The volume has at least the requested size.
    ///
    /// @param capacityMb its size in MiB
    record Expanded(String volumeId, long capacityMb) implements VolumeExpandResult {}
}
