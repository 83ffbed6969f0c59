package dev.vspherecloud.csi.commands.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The kinds of objects that the plan contains, in the order of its output.
enum TakeoverSubject {
    CONFIGURATION("Configuration"),
    CONFIG_MAP("ConfigMap"),
    CSI_DRIVER("CSIDriver"),
    WEBHOOK("ValidatingWebhookConfiguration"),
    DEPLOYMENT("Deployment"),
    DAEMON_SET("DaemonSet"),
    NODE("Node"),
    NODE_TOPOLOGY("CSINodeTopology"),
    STORAGE_CLASS("StorageClass"),
    CLAIM("PersistentVolumeClaim"),
    VOLUME("PersistentVolume"),
    ATTACHMENT("VolumeAttachment"),
    SNAPSHOT_CLASS("VolumeSnapshotClass"),
    SNAPSHOT_CONTENT("VolumeSnapshotContent"),
    OPERATION("CnsVolumeOperationRequest"),
    VOLUME_VCENTER("CNSVolumeInfo"),
    MIGRATION("CnsVSphereVolumeMigration"),
    VCENTER("vCenter");

    private final String text;

    TakeoverSubject(String text) {
        this.text = text;
    }

    /// Returns the kind as Kubernetes writes it.
    public String text() {
        return text;
    }

    static Optional<TakeoverSubject> of(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(TakeoverSubject::text).toList();
    }
}
