package dev.vspherecloud.csi.volumes.attachment;

import dev.vspherecloud.csi.domain.SendResult;
import java.time.Duration;
import java.util.List;

/// The attachments of one vCenter.
///
/// No method throws because of vCenter. VMs are named by their references, as in `vm-62`.
///
/// Threads: any number of callers.
public interface AttachmentStore {
    /// Starts one task that attaches volumes to a VM.
    SendResult attach(String moref, List<String> volumeIds, Duration budget);

    /// Starts one task that detaches volumes from a VM.
    SendResult detach(String moref, List<String> volumeIds, Duration budget);

    /// Waits until a task has ended, and returns what it did with one of its volumes.
    AttachTaskResult await(String taskId, String volumeId, Duration atMost) throws InterruptedException;

    /// Reads the disks of a VM now.
    DisksResult disks(String moref, Duration budget);

    /// Reads which VMs have the disk behind a volume.
    ConsumersResult consumers(String volumeId, Duration budget);

    /// Returns a VM for messages, with its name if it can be read.
    ///
    /// @param consumer as a First Class Disk names it
    String vmText(String consumer, Duration budget);
}
