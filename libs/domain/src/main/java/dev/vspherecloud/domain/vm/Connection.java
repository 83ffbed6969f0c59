package dev.vspherecloud.domain.vm;

/// How well vCenter sees a VM. Whatever it shows of one that is not [#CONNECTED] is from before.
///
/// From the vSphere API, VirtualMachineConnectionState.
public enum Connection {
    CONNECTED,

    /// Its host is not connected to vCenter; the VM may well run.
    DISCONNECTED,

    /// Its files can't be read: a datastore is away.
    INACCESSIBLE,

    /// Its configuration can't be understood.
    INVALID,

    /// vCenter has it in its inventory, and its host does not know it any more.
    ORPHANED
}
