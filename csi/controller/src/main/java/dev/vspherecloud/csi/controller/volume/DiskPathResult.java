package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.operations.VolumeFailure;

/// The path under which Kubernetes knows the disk of a volume for a StorageClass of the in-tree driver.
public sealed interface DiskPathResult {
    /// The path is recorded.
    ///
    /// @param path as in `[datastore] folder/disk.vmdk`
    record Recorded(String path) implements DiskPathResult {}

    /// The path is not known, or not recorded.
    record NotRecorded(VolumeFailure failure) implements DiskPathResult {}
}
