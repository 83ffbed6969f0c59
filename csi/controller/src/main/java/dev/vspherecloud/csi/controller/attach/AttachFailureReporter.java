package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.cluster.node.AttachmentEvents;
import dev.vspherecloud.csi.cluster.node.AttachmentReason;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.operations.attachment.AttachmentInventory;
import dev.vspherecloud.csi.operations.attachment.AttachmentJournal;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Posts Events about volumes that are not attached or not detached, and returns what the caller gets.
///
/// Threads: any number of callers.
public final class AttachFailureReporter {
    private final AttachmentInventory inventory;
    private final ClusterObjects objects;
    private final AttachmentJournal journal;
    private final AttachmentEvents events;

    public AttachFailureReporter(
            AttachmentInventory inventory, ClusterObjects objects, AttachmentJournal journal, AttachmentEvents events) {
        this.inventory = inventory;
        this.objects = objects;
        this.journal = journal;
        this.events = events;
    }

    /// Reports a decision of the driver, or a fault of vCenter.
    ///
    /// @param node     the id of the Node, lower case, or its name
    /// @param isDetach true if a detach failed
    public VolumeFailure report(VolumeHandle handle, String node, AttachFailure failure, boolean isDetach) {
        AttachmentReason.of(failure, isDetach)
                .ifPresent(reason -> warn(
                        handle,
                        inventory
                                .machines()
                                .named(node)
                                .flatMap(machine -> machine.node().stream())
                                .findFirst(),
                        reason,
                        failure.message()));
        return switch (failure.code()) {
            case DEADLINE_EXCEEDED -> new VolumeFailure.StillRunning(failure.message());
            case ABORTED -> new VolumeFailure.OtherOperation(failure.message());
            case UNAVAILABLE -> new VolumeFailure.Unavailable(failure.message());
            case ALREADY_EXISTS,
                    FAILED_PRECONDITION,
                    INTERNAL,
                    INVALID_ARGUMENT,
                    NOT_FOUND,
                    OUT_OF_RANGE,
                    PERMISSION_DENIED,
                    RESOURCE_EXHAUSTED -> new VolumeFailure.RefusedByFault(failure.code(), failure.message());
        };
    }

    /// Reports a volume that cannot be located. If a later call may find it, there is no Event.
    public VolumeFailure report(VolumeHandle handle, String node, VolumeFailure failure, boolean isDetach) {
        return report(
                handle,
                node,
                new AttachFailure(
                        failure.code(),
                        failure.code().isFinal() ? AttachReason.REFUSED_BY_VCENTER : AttachReason.INVENTORY_UNKNOWN,
                        failure.message()),
                isDetach);
    }

    /// Reports that a volume was detached from a VM that runs and whose kubelet had it mounted: Kubernetes has forced
    /// the detach.
    ///
    /// Rule from: csi-production 7.
    ///
    /// @param vms     the VMs from which it was detached now
    /// @param mounted the Nodes whose kubelets had reported it as in use
    public void reportMounted(VolumeHandle handle, List<Vm> vms, Set<NodeName> mounted) {
        for (FollowedVm machine : inventory.machines().all()) {
            boolean wasMounted = machine.node().filter(mounted::contains).isPresent();
            machine.vms().stream()
                    .map(FollowedVm.VmWithDisks::vm)
                    .filter(vm -> wasMounted
                            && vm.power() == PowerState.ON
                            && vms.stream().anyMatch(each -> each.identity().equals(vm.identity())))
                    .findFirst()
                    .ifPresent(vm -> warn(
                            handle,
                            machine.node(),
                            AttachmentReason.VOLUME_MAY_BE_MOUNTED,
                            "volume %s was detached from VM %s of %s, which is powered on and may still have it mounted; restart the VM before it runs Pods again"
                                    .formatted(handle.text(), vm, machine.text())));
        }
    }

    private void warn(VolumeHandle handle, Optional<NodeName> node, AttachmentReason reason, String message) {
        List<ClusterAttachment> attachments = journal.ofVolume(handle.text());
        Optional<String> volumeName = attachments.stream()
                .filter(each ->
                        node.isEmpty() || each.nodeName().equals(node.get().value()))
                .findFirst()
                .or(() -> attachments.stream().findFirst())
                .map(ClusterAttachment::volumeName)
                .filter(name -> !name.isEmpty());
        Optional<ClusterNode> known = node.flatMap(objects::node);
        events.warning(
                volumeName,
                known.map(each -> each.name().value()),
                known.map(ClusterNode::uid).orElse(""),
                reason,
                message);
    }
}
