package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.kubernetes.KubeException;
import java.util.Optional;

/// Reads Nodes in the same way as the store adapter, for a test of several modules.
public final class NodeBytes {
    private NodeBytes() {}

    /// Returns empty if the JSON is no Node.
    public static Optional<NodeView> read(byte[] json) {
        try {
            return Optional.of(NodeJson.READER.object(json).view());
        } catch (KubeException _) {
            return Optional.empty();
        }
    }
}
