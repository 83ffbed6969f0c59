package dev.vspherecloud.csi.metrics;

/// The operations of CNS, with the names that vsphere-csi-driver (Go) uses in metrics.
///
/// Rule from: csi 8.3.
public enum CnsOperation {
    CREATE_VOLUME("create-volume"),
    DELETE_VOLUME("delete-volume"),
    ATTACH_VOLUME("attach-volume"),
    DETACH_VOLUME("detach-volume"),
    EXPAND_VOLUME("expand-volume"),
    CREATE_SNAPSHOT("create-snapshot"),
    DELETE_SNAPSHOT("delete-snapshot"),
    UPDATE_VOLUME_METADATA("update-volume-metadata"),
    QUERY_VOLUME("query-volume"),
    QUERY_ALL_VOLUME("query-all-volume"),
    QUERY_VOLUME_INFO("query-volume-info"),
    QUERY_SNAPSHOTS("query-snapshots"),
    RELOCATE_VOLUME("relocate-volume"),
    CONFIGURE_VOLUME_ACL("configure-volume-acl"),
    UNREGISTER_VOLUME("unregister-volume");

    private final String text;

    CnsOperation(String text) {
        this.text = text;
    }

    /// Returns the value of the label `optype`. The value does not change if the constant is renamed.
    String text() {
        return text;
    }
}
