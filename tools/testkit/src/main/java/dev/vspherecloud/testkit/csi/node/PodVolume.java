package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A volume of the driver that a Pod uses.
///
/// @param persistentVolume the name of its PersistentVolume
/// @param block true for a raw block device
/// @param readOnly true if the Pod asks for it
public record PodVolume(String persistentVolume, String driver, String handle, boolean block, boolean readOnly) {
    /// @param volume a PersistentVolume with `spec.csi`
    static PodVolume of(JsonNode volume, boolean readOnly) {
        return new PodVolume(
                volume.at("/metadata/name").asText(),
                volume.at("/spec/csi/driver").asText(),
                volume.at("/spec/csi/volumeHandle").asText(),
                volume.at("/spec/volumeMode").asText().equals("Block"),
                readOnly);
    }

    /// The name in the status of a Node, as in `kubernetes.io/csi/csi.vsphere.vmware.com^HANDLE`.
    public String uniqueName() {
        return "kubernetes.io/csi/%s^%s".formatted(driver, handle);
    }

    /// The name of the VolumeAttachment of this volume to a Node. Rule from: `getAttachmentName` in `pkg/volume/csi` of
    /// Kubernetes.
    public String attachmentName(String node) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((handle + driver + node).getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }
}
