package dev.vspherecloud.csi.domain.node;

import dev.vspherecloud.domain.identity.RecordedVm;
import java.util.Optional;

/// A VolumeAttachment of this driver, as the API server has it.
///
/// @param uid             differs if the object was deleted and created again
/// @param resourceVersion the version for a write that must not overwrite another one
/// @param volumeName      the PersistentVolume
/// @param nodeId          the id of the Node when csi-attacher began to attach, lower case; empty if it is not recorded
/// @param isAttached      true if csi-attacher has recorded that the volume is attached
/// @param isDeleting      true if the volume is to be detached
/// @param recorded        the VM to which the driver attached the volume; only the driver writes it
/// @param attempt         the last attempt to attach, in the form of [AttachAttempt]; empty if there was none
public record ClusterAttachment(
        String name,
        String uid,
        String resourceVersion,
        String volumeName,
        String nodeName,
        String nodeId,
        boolean isAttached,
        boolean isDeleting,
        Optional<RecordedVm> recorded,
        String attempt) {}
