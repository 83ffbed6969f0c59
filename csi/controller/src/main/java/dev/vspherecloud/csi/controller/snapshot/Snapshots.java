package dev.vspherecloud.csi.controller.snapshot;

import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import java.time.Duration;

/// The snapshots of the volumes of all vCenters, as the active controller sees them.
///
/// Each method blocks until it has a result or the time is over. No failure of vCenter or of the API server is an
/// exception.
///
/// Threads: any number of callers.
public interface Snapshots {
    /// Creates a snapshot, or returns the one that an earlier call with the same name created.
    SnapshotCreateResult create(String name, VolumeHandle.Block source, Duration atMost) throws InterruptedException;

    /// Deletes a snapshot. If it does not exist, that is a success.
    VolumeDeleteResult delete(SnapshotHandle snapshot, Duration atMost) throws InterruptedException;

    /// Returns the snapshot, if it exists and is one of this cluster.
    SnapshotListResult find(SnapshotHandle snapshot, Duration atMost) throws InterruptedException;

    /// Returns the snapshots of a volume, if it is one of this cluster.
    SnapshotListResult ofVolume(VolumeHandle.Block volume, Duration atMost) throws InterruptedException;

    /// Lists the snapshots of this cluster in the order of their handles, without temporary ones.
    ///
    /// @param after only those with a handle after this one; empty for all
    /// @param count how many are needed at least, if there are as many; 0 for all
    SnapshotListResult list(String after, int count, Duration atMost) throws InterruptedException;
}
