package dev.vspherecloud.domain.vm;

/// How well vCenter sees a VM. Whatever it shows of one that is not [#CONNECTED] is from before.
///
/// From the vSphere API, VirtualMachineConnectionState.
public enum ConnectionState {
    CONNECTED("connected"),

    /// Its host is not connected to vCenter; the VM may well run.
    DISCONNECTED("disconnected"),

    /// Its files can't be read: a datastore is away.
    INACCESSIBLE("inaccessible"),

    /// Its configuration can't be understood.
    INVALID("invalid"),

    /// vCenter has it in its inventory, and its host does not know it any more.
    ORPHANED("orphaned");

    private final String word;

    ConnectionState(String word) {
        this.word = word;
    }

    /// In JSON and tables, as in `orphaned`. It stays when the constant is renamed.
    public String word() {
        return word;
    }
}
