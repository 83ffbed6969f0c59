package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// What a person wants to know of a VolumeAttachment. Texts are empty if the object has none.
///
/// @param volumeName     the PersistentVolume
/// @param error          why the last attach or detach failed
/// @param isBeingDeleted true if the volume is to be detached
public record AttachmentDetails(
        String name, String volumeName, String node, boolean isAttached, String error, boolean isBeingDeleted) {
    static final ObjectReader<AttachmentDetails> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.deletionTimestamp",
                    "spec.nodeName",
                    "spec.source.persistentVolumeName",
                    "status.attached",
                    "status.attachError.message",
                    "status.detachError.message"),
            AttachmentDetails::read);

    private static AttachmentDetails read(Json attachment) {
        String attachError = attachment.find("status", "attachError", "message").asText();
        return new AttachmentDetails(
                attachment.find("metadata", "name").asText(),
                attachment.find("spec", "source", "persistentVolumeName").asText(),
                attachment.find("spec", "nodeName").asText(),
                attachment.find("status", "attached").asFlag(),
                attachError.isEmpty()
                        ? attachment.find("status", "detachError", "message").asText()
                        : attachError,
                attachment.has("metadata", "deletionTimestamp"));
    }
}
