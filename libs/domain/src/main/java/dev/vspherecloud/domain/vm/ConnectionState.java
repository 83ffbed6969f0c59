package dev.vspherecloud.domain.vm;

/// Whether vCenter has current data of a VM. Its data of a VM that is not [#CONNECTED] may be old.
///
/// From the vSphere API, VirtualMachineConnectionState.
public enum ConnectionState {
    CONNECTED("connected"),

    /// Its host is not connected to vCenter; the VM may still run.
    DISCONNECTED("disconnected"),

    /// Its files cannot be read, because a datastore is not available.
    INACCESSIBLE("inaccessible"),

    /// vCenter cannot parse its configuration.
    INVALID("invalid"),

    /// vCenter has it in its inventory, but its host does not know it any more.
    ORPHANED("orphaned");

    private final String text;

    ConnectionState(String text) {
        this.text = text;
    }

    /// Returns the name in JSON and tables, as in `orphaned`. It stays when the constant is renamed.
    public String text() {
        return text;
    }
}
