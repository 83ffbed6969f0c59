package dev.vspherecloud.domain.vm;

/// The connection of a VM to vCenter. If a VM is not [#CONNECTED], vCenter's data of the VM may be old.
///
/// From the vSphere API, VirtualMachineConnectionState.
public enum ConnectionState {
    CONNECTED("connected"),

    /// The host of the VM is not connected to vCenter; the VM may still run.
    DISCONNECTED("disconnected"),

    /// The files of the VM cannot be read, because a datastore is not available.
    INACCESSIBLE("inaccessible"),

    /// vCenter cannot parse the configuration of the VM.
    INVALID("invalid"),

    /// vCenter has the VM in its inventory, but the VM's host does not know it any more.
    ORPHANED("orphaned");

    private final String text;

    ConnectionState(String text) {
        this.text = text;
    }

    /// Returns the name in JSON and tables, as in `orphaned`. The name does not change if the constant is
    /// renamed.
    public String text() {
        return text;
    }
}
