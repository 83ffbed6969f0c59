package dev.vspherecloud.csi.operations;

import java.time.Instant;
import java.util.Optional;

/// The result of creating a snapshot.
public sealed interface SnapshotCreateResult permits SnapshotCreateResult.Created, VolumeFailure {
    /// The snapshot exists. It may be that of an earlier call with the same name.
    ///
    /// @param capacityMb the size of its volume in MiB
    /// @param created    when it was created; empty if CNS does not report it
    record Created(String volumeId, String snapshotId, long capacityMb, Optional<Instant> created)
            implements SnapshotCreateResult {}
}
