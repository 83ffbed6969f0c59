package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Optional;

/// A VolumeSnapshotContent of the driver. Texts are empty if the object has none.
///
/// @param handle         the handle of the snapshot; empty if the snapshot does not exist yet
/// @param sourceHandle   the handle of the volume; empty for a snapshot that a person registered
/// @param error          why the last attempt failed
/// @param isBeingDeleted true if the snapshot is to be deleted
public record ExistingSnapshotContent(
        String name, String handle, String sourceHandle, String error, boolean isBeingDeleted) {
    static final ObjectReader<Optional<ExistingSnapshotContent>> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.deletionTimestamp",
                    "spec.driver",
                    "spec.source.volumeHandle",
                    "spec.source.snapshotHandle",
                    "status.snapshotHandle",
                    "status.error.message"),
            ExistingSnapshotContent::read);

    private static Optional<ExistingSnapshotContent> read(Json content) {
        if (!content.find("spec", "driver").asText().equals(KubeExistingObjects.DRIVER)) {
            return Optional.empty();
        }
        String handle = content.find("status", "snapshotHandle").asText();
        return Optional.of(new ExistingSnapshotContent(
                content.find("metadata", "name").asText(),
                handle.isEmpty()
                        ? content.find("spec", "source", "snapshotHandle").asText()
                        : handle,
                content.find("spec", "source", "volumeHandle").asText(),
                content.find("status", "error", "message").asText(),
                content.has("metadata", "deletionTimestamp")));
    }
}
