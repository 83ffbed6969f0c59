package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.controller.request.AccessibleSegments;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExpandResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The volumes of all vCenters, as the active controller sees them.
///
/// Each method blocks until it has a result or the time is over. No failure of vCenter or of the API server is an
/// exception.
///
/// Threads: any number of callers.
public interface Volumes {
    VolumeCreateResult create(NewVolume volume, Duration atMost) throws InterruptedException;

    /// Returns the label keys of the configured tag categories; empty if volumes have no topology.
    default Set<String> topologyKeys() {
        return Set.of();
    }

    /// Returns from which segments a created volume is accessible.
    ///
    /// @param datastoreUrl where it is
    default AccessibleSegments accessible(NewVolume volume, String datastoreUrl) {
        return new AccessibleSegments.Known(List.of());
    }

    /// Records the path of the disk of a created volume. The handle of its PersistentVolume is this path, because
    /// csi-provisioner translates it to one of the in-tree driver.
    ///
    /// @param volumeId the id in CNS
    DiskPathResult recordDiskPath(String volumeId, Duration atMost) throws InterruptedException;

    VolumeDeleteResult delete(VolumeHandle handle, Duration atMost) throws InterruptedException;

    VolumeExpandResult expand(VolumeHandle handle, long capacityMb, Duration atMost) throws InterruptedException;

    /// Looks for a volume.
    VolumeSearchResult find(VolumeHandle handle, Duration atMost) throws InterruptedException;

    /// Lists the volumes of this cluster.
    VolumeListResult list(Duration atMost) throws InterruptedException;

    /// Returns true if a call that creates this volume may have begun, or if that is not known. Then no final code
    /// may be returned for the name.
    boolean mayHaveBegun(String name, Duration atMost) throws InterruptedException;
}
