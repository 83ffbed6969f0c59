package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.csi.domain.node.DiskPath;
import dev.vspherecloud.csi.domain.node.VmDisk;
import java.util.List;
import java.util.Optional;

/// A volume that is to be attached or detached.
///
/// @param handle   the handle, as in its PersistentVolume
/// @param volumeId the id in CNS; for a disk of the in-tree driver that is not registered in CNS, its path
/// @param vcenter  the name of the vCenter that has the volume; empty if no CNS lists it, so that only the devices of
///     VMs tell which one has the disk
public record VolumeToAttach(String handle, String volumeId, String vcenter) {
    /// Returns a volume that no CNS lists. It can only be detached.
    ///
    /// @param volumeId the id, or the path of a disk that is not registered
    public static VolumeToAttach unlisted(String handle, String volumeId) {
        return new VolumeToAttach(handle, volumeId, "");
    }

    boolean isListed() {
        return !vcenter.isEmpty();
    }

    /// Returns true if CNS can be asked to detach it.
    boolean isRegistered() {
        return VolumeForm.of(volumeId) != VolumeForm.IN_TREE;
    }

    /// Returns true if this device is the disk of the volume.
    private boolean isBehind(VmDisk disk) {
        return isRegistered()
                ? disk.volumeId().equals(Optional.of(volumeId))
                : disk.path().equals(Optional.of(DiskPath.canonical(volumeId)));
    }

    /// Returns true if one of these devices is the disk of the volume.
    public boolean isAmong(List<VmDisk> disks) {
        return disks.stream().anyMatch(this::isBehind);
    }
}
