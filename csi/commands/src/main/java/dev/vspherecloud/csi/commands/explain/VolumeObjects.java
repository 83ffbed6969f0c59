package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cluster.volume.AttachmentDetails;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.PersistentVolumeDetails;
import java.util.List;
import java.util.Optional;

/// What the cluster has about a volume.
///
/// @param name          as the user wrote it
/// @param requestName   the name of the create request, which is also that of the PersistentVolume; empty if the user
///                      wrote a volume handle that no PersistentVolume has
/// @param volumeId      the id of the volume in CNS; empty if it is not known
/// @param brokenRecords sentences about records that cannot be read
/// @param unread        sentences about what the API server did not tell
record VolumeObjects(
        String name,
        Optional<String> requestName,
        Optional<String> volumeId,
        Optional<PersistentVolumeDetails> volume,
        Optional<ClaimDetails> claim,
        List<AttachmentDetails> attachments,
        List<ExplainedOperation> operations,
        List<String> brokenRecords,
        List<String> unread) {
    VolumeObjects {
        attachments = List.copyOf(attachments);
        operations = List.copyOf(operations);
        brokenRecords = List.copyOf(brokenRecords);
        unread = List.copyOf(unread);
    }

    boolean isFound() {
        return volume.isPresent() || claim.isPresent() || !operations.isEmpty() || !brokenRecords.isEmpty();
    }
}
