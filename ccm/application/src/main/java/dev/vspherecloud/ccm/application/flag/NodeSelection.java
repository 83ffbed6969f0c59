package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;

/// The Nodes that a command line names.
public sealed interface NodeSelection {
    /// The Nodes with these names.
    ///
    /// @param names at least one name, without repetition
    record Named(List<NodeName> names) implements NodeSelection {
        public Named {
            names = List.copyOf(names);
        }
    }

    /// The Nodes whose labels match.
    ///
    /// @param selector a label selector of Kubernetes; empty for all Nodes
    record Matching(String selector) implements NodeSelection {}
}
