package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Optional;

/// A VolumeAttachment of the driver. Texts are empty if the object has none.
///
/// @param volume         the PersistentVolume
/// @param inlineHandle   the handle of a volume that a Pod names itself
/// @param nodeId         the id that csi-attacher recorded at the attach, in an annotation
/// @param error          why the last attach or detach failed
/// @param isBeingDeleted true if the volume is to be detached
public record ExistingAttachment(
        String name,
        String volume,
        String inlineHandle,
        String node,
        String nodeId,
        boolean isAttached,
        String error,
        boolean isBeingDeleted) {
    private static final String NODE_ID = "csi.alpha.kubernetes.io/node-id";

    static final ObjectReader<Optional<ExistingAttachment>> READER = new ObjectReader<>(
            JsonFields.of(
                            "metadata.name",
                            "metadata.deletionTimestamp",
                            "spec.attacher",
                            "spec.nodeName",
                            "spec.source.persistentVolumeName",
                            "spec.source.inlineVolumeSpec.csi.volumeHandle",
                            "status.attached",
                            "status.attachError.message",
                            "status.detachError.message")
                    .and(JsonFields.member(
                            "metadata", JsonFields.member("annotations", JsonFields.member(NODE_ID, JsonFields.ALL)))),
            ExistingAttachment::read);

    private static Optional<ExistingAttachment> read(Json attachment) {
        if (!attachment.find("spec", "attacher").asText().equals(KubeExistingObjects.DRIVER)) {
            return Optional.empty();
        }
        String attachError = attachment.find("status", "attachError", "message").asText();
        return Optional.of(new ExistingAttachment(
                attachment.find("metadata", "name").asText(),
                attachment.find("spec", "source", "persistentVolumeName").asText(),
                attachment
                        .find("spec", "source", "inlineVolumeSpec", "csi", "volumeHandle")
                        .asText(),
                attachment.find("spec", "nodeName").asText(),
                attachment.find("metadata", "annotations", NODE_ID).asText(),
                attachment.find("status", "attached").asFlag(),
                attachError.isEmpty()
                        ? attachment.find("status", "detachError", "message").asText()
                        : attachError,
                attachment.has("metadata", "deletionTimestamp")));
    }
}
