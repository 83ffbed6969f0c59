package dev.vspherecloud.csi.domain.attachment;

/// Why a volume is not attached or not detached, for Events and tests. The names are stable.
public enum AttachReason {
    /// The Nodes, the VMs or their disks are not known yet.
    INVENTORY_UNKNOWN,

    /// Many VMs have vanished, so the inventory is not trusted.
    INVENTORY_UNTRUSTED,

    /// A vCenter does not answer, so the VM is not known.
    VCENTER_SILENT,

    /// No Node has the id.
    NODE_UNKNOWN,

    /// Several VMs have the UUID of the Node.
    VM_AMBIGUOUS,

    /// The Node names one VM, and runs on another.
    VM_CONFLICT,

    /// Every vCenter answered, and none shows the VM of the Node.
    VM_MISSING,

    /// The VM is in another datacenter, a template, or a placeholder.
    VM_UNSUITABLE,

    /// The host of the VM is not connected, or the VM is inaccessible.
    VM_NOT_CONNECTED,

    /// Another VM has the volume.
    ATTACHED_ELSEWHERE,

    /// An earlier attempt to attach may still run.
    ATTEMPT_OPEN,

    /// The volume is in another vCenter than the VM.
    OTHER_VCENTER,

    /// The VM has no slot for another disk.
    SLOTS_USED,

    /// The VM is missing, and it is not proven that it is gone.
    ABSENCE_UNPROVEN,

    /// vCenter refused the operation.
    REFUSED_BY_VCENTER
}
