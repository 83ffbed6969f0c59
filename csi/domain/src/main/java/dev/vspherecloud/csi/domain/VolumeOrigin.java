package dev.vspherecloud.csi.domain;

/// What a new volume contains.
public sealed interface VolumeOrigin {
    /// Nothing.
    record Empty() implements VolumeOrigin {}

    /// The contents of a snapshot. CNS makes such a volume only with the size of the source, so a larger one is
    /// created first and then expanded.
    ///
    /// @param volumeId   the volume of the snapshot
    /// @param capacityMb the size of that volume in MiB
    record OfSnapshot(String volumeId, String snapshotId, long capacityMb) implements VolumeOrigin {}

    /// The contents of another volume. CNS copies only snapshots, so a temporary one is needed first.
    ///
    /// @param capacityMb the size of that volume in MiB
    /// @param quota      the most snapshots of that volume, the temporary one included
    record OfVolume(String volumeId, long capacityMb, SnapshotQuota quota) implements VolumeOrigin {}

    /// The volume cannot be created, for example because its source does not exist. If an earlier call has created
    /// it, the request still succeeds.
    record Unusable(OperationCode code, String message) implements VolumeOrigin {}
}
