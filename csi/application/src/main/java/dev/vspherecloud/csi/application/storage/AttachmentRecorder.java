package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.cluster.node.KubeAttachmentJournal;
import dev.vspherecloud.csi.domain.attachment.AttachPolicy;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.csi.inventory.InventoryNodes;
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

    private final ClusterObjects objects;
    private final InventoryNodes nodes;
    private final KubeAttachmentJournal journal;
    private final Sleeper sleeper;

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
        machines.all().forEach(machine -> machine.found().ifPresent(vm -> {
            if (vm.disks().isPresent()) {
                machine.node().flatMap(objects::node).ifPresent(node -> publish(node, AttachPolicy.limit(vm)));
            }
        }));
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

    private void publish(ClusterNode node, int limit) {
        if (node.nodeId().isEmpty() || node.attachLimit().equals(String.valueOf(limit))) {
            return;
        }
        Optional<String> problem = journal.publishLimit(node, limit);
        problem.ifPresent(cause -> log.atWarn()
                .addKeyValue("node", node.name())
                .addKeyValue("cause", cause)
                .log("Cannot publish the limit of volumes on the Node, will try again"));
    }
}
