package dev.vspherecloud.csi.domain.topology;

import java.util.Map;

/// The object `CSINodeTopology` of a Node, with which its node plugin asks for labels.
///
/// @param nodeUuid the UUID that the node plugin has read; empty if it sent none
/// @param state    the answer so far
/// @param labels   the labels of the answer; empty if there is none
public record NodeTopology(String nodeUuid, State state, Map<String, String> labels) {
    /// The answers.
    public enum State {
        UNANSWERED,
        SUCCESS,
        ERROR
    }

    public NodeTopology {
        labels = Map.copyOf(labels);
    }
}
