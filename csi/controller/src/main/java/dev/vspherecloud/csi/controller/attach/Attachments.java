package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import java.time.Duration;
import java.util.Collection;

/// The disks of the VMs behind Nodes, as the active controller sees them.
///
/// Each method blocks until it has a result or the time is over. No failure of vCenter or of the API server is an
/// exception.
///
/// Threads: any number of callers.
public interface Attachments {
    /// Attaches a volume to the VM of a Node.
    ///
    /// @param nodeId the id that the Node has reported, or its name
    AttachResult attach(VolumeHandle handle, String nodeId, Duration atMost) throws InterruptedException;

    /// Detaches a volume from the VM of a Node.
    ///
    /// @param nodeId the id that the Node has reported, or its name; empty for all VMs that have the volume
    DetachResult detach(VolumeHandle handle, String nodeId, Duration atMost) throws InterruptedException;

    /// Returns which Nodes have which volumes. Does not ask vCenter.
    ///
    /// @param ids the ids in CNS of the volumes that are listed
    PublishedVolumes published(Collection<String> ids);
}
