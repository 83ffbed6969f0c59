package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.operations.OperationClock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Attaches volumes to the VMs of Nodes and detaches them, so that no volume is on two VMs, whichever process carries
/// out a request and however often it is repeated.
///
/// A call blocks its thread until the volume is attached or detached, or until the deadline. At most one call works on
/// a volume at the same time; a second one gets ABORTED at once.
///
/// Threads: any. Each call needs only the thread of its caller, which may be virtual. If that thread is interrupted,
/// the call ends with UNAVAILABLE, and the thread stays interrupted.
public final class AttachmentExecutor {
    /// The usual limit of tasks in one vCenter at the same time. Each VM has one of each kind at most, and the hosts
    /// of the VMs do the work, so it is as large as the number of calls of csi-attacher with many workers.
    public static final int MAX_TASKS = 100;

    private final AttachmentContext context;

    /// The ids of the volumes on which calls work.
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /// Creates an executor.
    ///
    /// @param stores returns the attachments of the vCenter with this name; empty if it is not in use
    /// @param maxTasks how many tasks may run in one vCenter at the same time; normally [#MAX_TASKS]
    public AttachmentExecutor(
            AttachmentInventory inventory,
            AttachmentJournal journal,
            Function<String, Optional<AttachmentStore>> stores,
            OperationClock clock,
            int maxTasks) {
        this.context = new AttachmentContext(inventory, journal, stores, clock, new VmTasks(clock, maxTasks));
    }

    /// Attaches a volume to the VM of a Node.
    ///
    /// @param node the id of the Node, lower case, or its name
    public AttachOutcome attach(VolumeToAttach volume, String node, Instant deadline) {
        return exclusively(volume, new AttachCall(context, volume, node, deadline)::run);
    }

    /// Detaches a volume from the VM of a Node.
    ///
    /// @param node the id of the Node, lower case, or its name; empty for all VMs that have the volume
    public AttachOutcome detach(VolumeToAttach volume, String node, Instant deadline) {
        return exclusively(volume, new DetachCall(context, volume, node, deadline)::run);
    }

    @FunctionalInterface
    private interface Call {
        AttachOutcome run() throws InterruptedException;
    }

    private AttachOutcome exclusively(VolumeToAttach volume, Call call) {
        if (!busy.add(volume.volumeId())) {
            return AttachmentContext.failed(
                    OperationCode.ABORTED,
                    AttachReason.ATTEMPT_OPEN,
                    "another call works on volume %s; the call is repeated".formatted(volume.volumeId()));
        }
        try {
            return call.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return AttachmentContext.failed(
                    OperationCode.UNAVAILABLE,
                    AttachReason.ATTEMPT_OPEN,
                    "volume %s: the driver stops; the call is repeated".formatted(volume.volumeId()));
        } finally {
            busy.remove(volume.volumeId());
        }
    }
}
