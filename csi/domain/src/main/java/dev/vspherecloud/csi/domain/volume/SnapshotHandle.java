package dev.vspherecloud.csi.domain.volume;

import java.util.Optional;

/// The handle of a snapshot, `<volume>+<snapshot>`: `snapshotHandle` of a VolumeSnapshotContent, `snapshot_id` of a
/// request.
///
/// @param snapshotId the id of the snapshot in CNS, a UUID
public record SnapshotHandle(VolumeHandle.Block volume, String snapshotId) {
    /// Parses a handle; empty if it does not have this form.
    public static Optional<SnapshotHandle> parse(String text) {
        int plus = text.indexOf('+');
        if (plus < 0) {
            return Optional.empty();
        }
        String snapshot = text.substring(plus + 1);
        return VolumeHandle.parse(text.substring(0, plus))
                .filter(VolumeHandle.Block.class::isInstance)
                .map(VolumeHandle.Block.class::cast)
                .filter(_ -> snapshotId(snapshot).isPresent())
                .map(block -> new SnapshotHandle(block, snapshot));
    }

    /// Parses the id of a snapshot in CNS; empty if the text is no UUID.
    public static Optional<String> snapshotId(String text) {
        return Optional.of(text).filter(id -> VolumeHandle.UUID.matcher(id).matches());
    }

    /// Returns the handle as the API server has it.
    public String text() {
        return volume.text() + "+" + snapshotId;
    }
}
