package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.domain.identity.RecordedVm;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The VolumeAttachments, on which each attempt is recorded before it is sent.
///
/// Threads: any number of callers.
public interface AttachmentJournal {
    /// Finds the VolumeAttachment of a volume and a Node, asking the API server if it is not known.
    FindResult find(String handle, String nodeName);

    /// Returns the VolumeAttachments of a volume that are known and meet a condition. Does not ask the API server.
    ///
    /// @param condition tested first: a VolumeAttachment does not name its volume, and a comparison needs a hash
    List<ClusterAttachment> ofVolume(String handle, Predicate<ClusterAttachment> condition);

    /// Returns all VolumeAttachments of a volume that are known. Does not ask the API server.
    default List<ClusterAttachment> ofVolume(String handle) {
        return ofVolume(handle, _ -> true);
    }

    /// Reads the VolumeAttachments of a volume and these Nodes from the API server.
    ReadResult read(String handle, Set<String> nodeNames);

    /// Records the VM and the attempt, if the VolumeAttachment still has the version that was read.
    ///
    /// @param attempt empty to record that no attempt is open
    /// @return why nothing was recorded; empty if it was
    Optional<String> record(ClusterAttachment attachment, RecordedVm vm, Optional<AttachAttempt> attempt);

    /// The result of reading VolumeAttachments.
    sealed interface ReadResult {
        record Read(List<ClusterAttachment> attachments) implements ReadResult {
            public Read {
                attachments = List.copyOf(attachments);
            }
        }

        record Unanswered(String why) implements ReadResult {}
    }

    /// The result of finding a VolumeAttachment.
    sealed interface FindResult {
        record Found(ClusterAttachment attachment) implements FindResult {}

        /// The API server has no such object: the caller is not csi-attacher.
        record None() implements FindResult {}

        record Unanswered(String why) implements FindResult {}
    }
}
