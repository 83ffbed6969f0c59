package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The VMs behind Nodes and VolumeAttachments, and their disks. No method waits or asks vCenter.
public interface AttachmentInventory {
    FollowedVms machines();

    /// Returns why the Nodes or VolumeAttachments are not completely known; empty if they are.
    Optional<String> unknownReason();

    /// Returns why the inventory is not trusted; empty if it is.
    Optional<String> untrustedReason();

    /// Returns the names of the vCenters that do not answer.
    Set<String> silentVcenters();

    /// Returns what is proven about the machines whose VMs are missing, by key.
    Map<String, AbsenceState> absences();

    /// Called when a task has attached a volume.
    void onAttached(Vm vm, VmDisk disk);

    /// Called when a task has detached a volume.
    void onDetached(Vm vm, String volumeId);
}
