package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.cluster.node.KubeAttachmentJournal;
import dev.vspherecloud.csi.domain.attachment.AttachPolicy;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.csi.vcenter.inventory.InventoryNodes;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records on each VolumeAttachment which VM has the volume, also if vsphere-csi-driver (Go) attached it, and on each
/// Node how many volumes its VM can have.
///
/// The record outlives the Node: the cloud provider deletes the Node of a VM that is gone, and the proof that the VM
/// is gone needs the record.
///
/// Threads: [#run] has one caller, which ends it by an interrupt.
public final class AttachmentRecorder implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(AttachmentRecorder.class);

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /// How many rounds no limit is published after one was refused. The role of vsphere-csi-driver (Go) refuses each.
    private static final int ROUNDS_AFTER_REFUSAL = 60;

    private final ClusterObjects objects;
    private final InventoryNodes nodes;
    private final KubeAttachmentJournal journal;
    private final Sleeper sleeper;

    /// In how many rounds limits are published again.
    private int roundsToWait;

    /// Creates the object; it writes nothing yet.
    public AttachmentRecorder(
            ClusterObjects objects, InventoryNodes nodes, KubeAttachmentJournal journal, Sleeper sleeper) {
        this.objects = objects;
        this.nodes = nodes;
        this.journal = journal;
        this.sleeper = sleeper;
    }

    @Override
    public void run() {
        try {
            while (true) {
                if (nodes.unknownReason().isEmpty()) {
                    writeAll();
                }
                sleeper.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeAll() {
        FollowedVms machines = nodes.machines();
        objects.attachments().forEach(attachment -> record(attachment, machines));
        if (roundsToWait > 0) {
            roundsToWait--;
            return;
        }
        machines.all().stream()
                .flatMap(machine -> publish(machine).stream())
                .findFirst()
                .ifPresent(problem -> {
                    roundsToWait = ROUNDS_AFTER_REFUSAL;
                    log.atWarn()
                            .addKeyValue("cause", problem)
                            .log("Cannot publish the limits of volumes on the Nodes, will try again in 5 minutes");
                });
    }

    private void record(ClusterAttachment attachment, FollowedVms machines) {
        boolean mayHaveVolume = attachment.isAttached() || !attachment.attempt().isEmpty();
        if (!mayHaveVolume || attachment.isDeleting()) {
            return;
        }
        machines.named(attachment.nodeId())
                .filter(machine -> machine.nodeIds().contains(attachment.nodeId()))
                .flatMap(machine -> machine.found().stream())
                .map(FollowedVm.VmWithDisks::vm)
                .findFirst()
                .filter(vm -> attachment
                        .recorded()
                        .filter(known -> known.isCurrent(vm))
                        .isEmpty())
                .ifPresent(vm -> record(attachment, vm));
    }

    private void record(ClusterAttachment attachment, Vm vm) {
        RecordedVm now = RecordedVm.of(vm);
        journal.record(
                        attachment,
                        attachment.recorded().map(now::completedBy).orElse(now),
                        AttachAttempt.parse(attachment.attempt()))
                .ifPresent(problem -> log.atDebug()
                        .addKeyValue("attachment", attachment.name())
                        .addKeyValue("cause", problem)
                        .log("Cannot record the VM on a VolumeAttachment, will try again"));
    }

    /// Publishes the limit of a machine, if its Node has another one.
    ///
    /// @return why it was not written; empty if it was
    private Optional<String> publish(FollowedVm machine) {
        return machine.found()
                .filter(vm -> vm.disks().isPresent())
                .map(vm -> AttachPolicy.limit(machine, vm))
                .flatMap(limit -> machine.node()
                        .flatMap(objects::node)
                        .filter(node ->
                                node.nodeId().isPresent() && !node.attachLimit().equals(String.valueOf(limit)))
                        .flatMap(node -> journal.publishLimit(node, limit)));
    }
}
