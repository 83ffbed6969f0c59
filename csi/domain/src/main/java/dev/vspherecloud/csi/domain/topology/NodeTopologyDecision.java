package dev.vspherecloud.csi.domain.topology;

import java.util.List;
import java.util.Map;

/// How to answer a `CSINodeTopology`.
public sealed interface NodeTopologyDecision {
    /// The Node gets these labels.
    ///
    /// @param labels  sorted by key; empty if volumes have no topology
    /// @param remarks sentences about tags that say something else, or are ambiguous
    record Labels(Map<String, String> labels, List<String> remarks) implements NodeTopologyDecision {
        public Labels {
            labels = Map.copyOf(labels);
            remarks = List.copyOf(remarks);
        }
    }

    /// The Node cannot get labels until a person changes something.
    ///
    /// @param message what was found, what was expected, and what to do
    record Refused(String message) implements NodeTopologyDecision {}

    /// Nothing can be said yet.
    record NotKnown(String why) implements NodeTopologyDecision {}
}
