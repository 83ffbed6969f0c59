package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.Instant;
import java.util.Map;

/// The part of a Node's metadata that this program reads.
///
/// @param uid             distinguishes a Node from a later one of the same name
/// @param resourceVersion the state that a write is based on; opaque
/// @param created         when the Node was registered
public record NodeMeta(
        NodeName name,
        String uid,
        String resourceVersion,
        Instant created,
        Map<String, String> labels,
        Map<String, String> annotations) {
    public NodeMeta {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }
}
