package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.KubeException;
import java.util.List;

/// The taints of a Node, in their order and as the API server spells them.
///
/// A write of taints replaces the whole list, so every taint must be kept. The creator of a Node may give it any
/// number of taints, and 1.5 MB of them take ten times that in the heap. So of a Node with too many taints only
/// those of Kubernetes' cloud providers are kept, and nothing that replaces the list is written.
///
/// @param kept       all taints; if there are too many, only those that this project reads
/// @param isComplete false if there are too many
record NodeTaints(List<Json.Members> kept, boolean isComplete) {
    /// The maximum number of taints. Nodes have a handful.
    static final int MAX_TAINTS = 32;

    /// The maximum length of all taints as JSON, in characters. The longest key and value together have 380.
    static final int MAX_LENGTH = 8_192;

    NodeTaints {
        kept = List.copyOf(kept);
    }

    static NodeTaints of(List<Json.Members> taints) {
        return taints.size() <= MAX_TAINTS
                        && taints.stream()
                                        .mapToInt(taint -> taint.toString().length())
                                        .sum()
                                <= MAX_LENGTH
                ? new NodeTaints(taints, true)
                : new NodeTaints(
                        taints.stream()
                                .filter(taint -> NodeTaint.isUninitialized(taint) || NodeTaint.isShutdown(taint))
                                .limit(MAX_TAINTS)
                                .map(NodeTaint::known)
                                .toList(),
                        false);
    }

    /// Returns all taints. Throws [KubeException] if there are too many.
    List<Json.Members> all() {
        if (!isComplete) {
            throw new KubeException(
                    KubeException.Kind.REJECTED,
                    "the Node has more than %d taints, or more than %d characters of taints, so the provider does not change them; remove taints with kubectl"
                            .formatted(MAX_TAINTS, MAX_LENGTH));
        }
        return kept;
    }
}
