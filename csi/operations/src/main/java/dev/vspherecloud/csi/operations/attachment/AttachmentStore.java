package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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

    /// Returns what identifies the connection to vCenter that calls have used last. After a login it is another one.
    Object connection();

    /// Waits until a task has ended, and returns what it did with one of its volumes.
    AttachTaskAnswer await(String taskId, String volumeId, Duration atMost) throws InterruptedException;

    /// Reads the disks of a VM now.
    DisksResult disks(String moref, Duration budget);

    /// Reads which VMs have the disk behind a volume.
    ConsumersResult consumers(String volumeId, Duration budget);

    /// Returns a VM for messages, with its name if it can be read.
    ///
    /// @param consumer as a First Class Disk names it
    String vmText(String consumer, Duration budget);

    /// Returns why a VM cannot get a volume, and what to do, after vCenter has refused to attach it; empty if what the
    /// driver follows does not show why.
    Optional<String> attachObstacle(Vm vm, String volumeId, Duration budget);

    /// Returns why a volume cannot be detached from a VM, and what to do, after vCenter has refused that; empty if
    /// vCenter does not show why.
    Optional<String> detachObstacle(Vm vm, Duration budget);
}
