package dev.vspherecloud.csi.cluster.node;

/// The annotation of a Node with the number of volumes that its VM can have. The controller writes it, because the
/// node plugin has no access to vCenter; the node plugin announces the number.
public final class AttachLimitAnnotation {
    public static final String KEY = "vspherecloud.dev/csi-attach-limit";

    private AttachLimitAnnotation() {}
}
