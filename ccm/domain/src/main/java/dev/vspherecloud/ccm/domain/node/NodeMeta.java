package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.Instant;
import java.util.Map;

/// The part of a Node's metadata that this program reads.
///
/// @param uid the UID; a later Node of the same name has another UID
/// @param resourceVersion the opaque version on which a write is based
/// @param created the time when the Node was registered
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
