package dev.vspherecloud.csi.cluster.node;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;
import java.util.List;
import java.util.Optional;

/// The reasons in Events about volumes that are not attached or not detached.
///
/// The codes of reasons are stable, because alerts use them.
public enum AttachmentReason implements ReasonCode {
    VOLUME_IN_USE(reason(Group.ATTACHMENT, "VolumeInUse", "Another VM has the volume")
            .means(
                    "The volume is attached to a VM, so it cannot be attached to the VM of this Node. The Event names the"
                            + " VM, its Node and its vCenter.")
            .cause("The Pod was moved while the old Node was not reachable, or the disk was attached by hand.")
            .remedy(
                    "If the old Node is gone for good, give it the taint node.kubernetes.io/out-of-service. If the VM is"
                            + " no Node, detach the disk in vCenter without deleting it.")),
    NODE_NOT_REGISTERED(
            reason(Group.ATTACHMENT, "NodeNotRegistered", "The driver is not registered on the Node of the Pod")
                    .means("No CSINode has the id with which the attacher asks, so the driver does not know the VM.")
                    .cause("The node plugin does not run on the Node, or the Node was deleted.")
                    .remedy("Start the node plugin on the Node. The attacher tries again by itself.")),
    NODE_VM_AMBIGUOUS(reason(Group.ATTACHMENT, "NodeVmAmbiguous", "It is not certain which VM the Node is")
            .means(
                    "Several VMs have the BIOS UUID of the Node, or the Node names one VM and runs on another. The driver"
                            + " attaches nothing to it.")
            .cause("A VM was cloned with its UUID, or a machine was rebuilt under the same name.")
            .remedy("Give each VM a BIOS UUID of its own, then restart the node plugin. If the machine was rebuilt,"
                    + " delete the Node and let its kubelet register it again.")),
    NODE_VM_MISSING(reason(Group.ATTACHMENT, "NodeVmMissing", "No vCenter shows the VM of the Node")
            .means("The driver cannot attach volumes to the Node. It does not take its volumes for detached.")
            .cause("The account may not see the VM, or the VM was deleted.")
            .remedy("Give the account the role Read-only on the VM. If the VM is gone, delete the Node.")),
    NODE_VM_UNUSABLE(reason(Group.ATTACHMENT, "NodeVmUnusable", "The VM of the Node cannot get a volume now")
            .means("vCenter has the VM, but its host is not connected, or the VM is a template, a placeholder, or in a"
                    + " datacenter that the configuration does not name.")
            .cause("A host has failed, or the configuration lacks a datacenter.")
            .remedy("Connect the host again, or correct the configuration. The attacher tries again by itself.")),
    ATTACH_LIMIT_REACHED(reason(Group.ATTACHMENT, "AttachLimitReached", "The VM has no slot for another disk")
            .means(
                    "A VM can have 60 disks, the boot disk included, or 256 if the node plugin announces more than 59 volumes.")
            .cause("The Node announced a limit before other disks were added to its VM.")
            .remedy("Run the Pod on another Node, or remove disks that are not volumes from the VM.")),
    VOLUME_IN_OTHER_VCENTER(
            reason(Group.ATTACHMENT, "VolumeInOtherVcenter", "The VM and the volume are in two vCenters")
                    .means("A volume can be attached only to a VM of its own vCenter.")
                    .cause("The StorageClass has no topology, so the Pod was scheduled anywhere.")
                    .remedy("Use a StorageClass with a topology for the vCenters, and volumeBindingMode"
                            + " WaitForFirstConsumer.")),
    DETACH_UNPROVEN(reason(Group.ATTACHMENT, "DetachUnproven", "It is not proven that the volume is detached")
            .means("The VM that had the volume is missing. Until it is proven that the VM is gone, the volume is not"
                    + " attached elsewhere, because two VMs that write to it would destroy the data.")
            .cause("The VM was deleted less than a minute ago, or the account may not see it or its folder.")
            .remedy("Wait a minute. If the Event stays, do what it says.")),
    VOLUME_MAY_BE_MOUNTED(reason(Group.ATTACHMENT, "VolumeMayBeMounted", "A volume was detached from a running VM")
            .means("Kubernetes forced the detach. The VM was powered on, and its kubelet had reported the volume as in"
                    + " use, so the guest may still have it mounted. Data that the guest had not written is lost.")
            .cause("The Node has the taint node.kubernetes.io/out-of-service, or was not reachable for six minutes.")
            .remedy("Restart the VM before it runs Pods again.")),
    ATTACH_PRIVILEGE_MISSING(reason(Group.ATTACHMENT, "AttachPrivilegeMissing", "The account may not attach the volume")
            .means("vCenter accepted the login, but refused to change the VM. The Event names the privilege if vCenter"
                    + " does.")
            .cause("The account lacks VirtualMachine.Config.AddExistingDisk or VirtualMachine.Config.AddRemoveDevice.")
            .remedy("Add the privileges to the role of the account, on the folders of the VMs, with propagation.")),
    ATTACH_REFUSED(reason(Group.ATTACHMENT, "AttachRefused", "vCenter refused to attach the volume")
            .means("The task in vCenter failed, or vCenter does not have the volume. The Event contains the fault, and"
                    + " the host and the datastore if the host does not mount it.")
            .cause("See the fault. The host of the VM may not mount the datastore of the volume, for example.")
            .remedy("Do what the end of the Event says. The attacher tries again by itself.")),
    DETACH_REFUSED(reason(Group.ATTACHMENT, "DetachRefused", "vCenter refused to detach the volume")
            .means("The task in vCenter failed, and the VM still has the volume. The Event contains the fault, and the"
                    + " snapshots of the VM if they may prevent the detach.")
            .cause("See the fault. The VM may have a snapshot, for example of a backup, its host may not be connected,"
                    + " or the account lacks VirtualMachine.Config.AddRemoveDevice.")
            .remedy("Do what the end of the Event says. The attacher tries again by itself.")),
    VM_NOT_KNOWN(reason(Group.ATTACHMENT, "VmNotKnown", "A vCenter that may have the VM does not answer")
            .means("The driver cannot look up the VM of the Node or its disks, so it attaches and detaches nothing.")
            .cause("The vCenter is down or not reachable, or it refuses the login.")
            .remedy("Do what the end of the Event says. The attacher tries again by itself.")),
    INVENTORY_UNTRUSTED(reason(Group.ATTACHMENT, "InventoryUntrusted", "Too many VMs of Nodes have vanished")
            .means("vCenter does not show many VMs that it showed before. The driver attaches and detaches nothing, and"
                    + " does not list volumes.")
            .cause("The account has lost a privilege, or vCenter was restored from an old backup.")
            .remedy("Give the account the role Read-only on the folders and resource pools of the VMs, or delete the"
                    + " Nodes whose VMs are gone."));

    private final ReasonRow row;

    AttachmentReason(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    /// Returns the reason that an Event names; empty if the next attempt may well succeed.
    ///
    /// @param isDetach true if a detach failed
    public static Optional<AttachmentReason> of(AttachFailure failure, boolean isDetach) {
        return switch (failure.reason()) {
            case ATTACHED_ELSEWHERE ->
                failure.code() == OperationCode.FAILED_PRECONDITION ? Optional.of(VOLUME_IN_USE) : Optional.empty();
            case VM_AMBIGUOUS, VM_CONFLICT -> Optional.of(NODE_VM_AMBIGUOUS);
            case VM_MISSING -> Optional.of(NODE_VM_MISSING);
            case VM_UNSUITABLE, VM_NOT_CONNECTED -> Optional.of(NODE_VM_UNUSABLE);
            case SLOTS_USED -> Optional.of(ATTACH_LIMIT_REACHED);
            case OTHER_VCENTER -> Optional.of(VOLUME_IN_OTHER_VCENTER);
            case ABSENCE_UNPROVEN -> Optional.of(DETACH_UNPROVEN);
            case INVENTORY_UNTRUSTED -> Optional.of(INVENTORY_UNTRUSTED);
            case REFUSED_BY_VCENTER ->
                switch (failure.code()) {
                    case PERMISSION_DENIED -> Optional.of(isDetach ? DETACH_REFUSED : ATTACH_PRIVILEGE_MISSING);
                    case ALREADY_EXISTS,
                            FAILED_PRECONDITION,
                            INTERNAL,
                            INVALID_ARGUMENT,
                            NOT_FOUND,
                            OUT_OF_RANGE,
                            RESOURCE_EXHAUSTED,
                            UNAVAILABLE -> Optional.of(isDetach ? DETACH_REFUSED : ATTACH_REFUSED);
                    case ABORTED, DEADLINE_EXCEEDED -> Optional.empty();
                };
            case NODE_UNKNOWN -> Optional.of(isDetach ? DETACH_UNPROVEN : NODE_NOT_REGISTERED);
            case VCENTER_SILENT -> Optional.of(VM_NOT_KNOWN);
            case INVENTORY_UNKNOWN, ATTEMPT_OPEN -> Optional.empty();
        };
    }

    /// Returns all reasons that Events about attachments can have.
    public static List<ReasonCode> table() {
        return List.of(values());
    }

    private static final class Group {
        static final ReasonGroup ATTACHMENT = new ReasonGroup("Attachments of volumes");
    }
}
