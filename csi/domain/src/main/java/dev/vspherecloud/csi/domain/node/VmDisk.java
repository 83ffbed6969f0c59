package dev.vspherecloud.csi.domain.node;

import java.util.Optional;

/// A disk among the devices of a VM.
///
/// @param volumeId      the id of the First Class Disk behind it, which is the id of the volume; empty for other
///                      disks, such as the boot disk
/// @param diskUuid      the UUID that the guest sees, lower case without dashes; empty if the VM does not show it
/// @param controllerKey the key of its controller among the devices of the VM
/// @param path          the [DiskPath#canonical] path of the disk; below snapshots, that of the disk and not of its
///                      deltas. Empty if it has none
public record VmDisk(Optional<String> volumeId, Optional<String> diskUuid, int controllerKey, Optional<String> path) {
    /// Creates a disk whose file is not known.
    public VmDisk(Optional<String> volumeId, Optional<String> diskUuid, int controllerKey) {
        this(volumeId, diskUuid, controllerKey, Optional.empty());
    }
}
