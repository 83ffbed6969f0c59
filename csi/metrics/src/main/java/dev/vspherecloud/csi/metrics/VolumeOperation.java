package dev.vspherecloud.csi.metrics;

/// The operations of CSI calls, with the names that vsphere-csi-driver (Go) uses in metrics.
///
/// Rule from: csi 8.3.
public enum VolumeOperation {
    CREATE_VOLUME("create-volume"),
    DELETE_VOLUME("delete-volume"),
    ATTACH_VOLUME("attach-volume"),
    DETACH_VOLUME("detach-volume"),
    EXPAND_VOLUME("expand-volume"),
    CREATE_SNAPSHOT("create-snapshot"),
    DELETE_SNAPSHOT("delete-snapshot"),
    LIST_SNAPSHOT("list-snapshot"),
    LIST_VOLUME("list-volume");

    private final String text;

    VolumeOperation(String text) {
        this.text = text;
    }

    /// Returns the value of the label `optype`. The value does not change if the constant is renamed.
    String text() {
        return text;
    }
}
