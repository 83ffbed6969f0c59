package dev.vspherecloud.csi.domain.node;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;
import java.util.Optional;

/// The Nodes, CSINodes and VolumeAttachments of the cluster, as they were read last. No method asks the API server.
public interface ClusterObjects {
    List<ClusterNode> nodes();

    Optional<ClusterNode> node(NodeName name);

    List<ClusterAttachment> attachments();

    /// Returns the VolumeAttachment of a volume and a Node; empty if there is none.
    ///
    /// @param handle the handle of the volume, as in its PersistentVolume
    Optional<ClusterAttachment> attachment(String handle, String nodeName);

    /// Returns why some objects may be missing or old; empty if all are known.
    Optional<String> incompleteReason();
}
