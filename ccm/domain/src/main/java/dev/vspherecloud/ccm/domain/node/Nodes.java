package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The Nodes of the cluster, read from a watch and written as the smallest patch.
///
/// Reads never block. Writes block until the API server answered or a deadline passed.
public interface Nodes {
    /// The newest state that the watch delivered.
    Optional<NodeView> find(NodeName name);

    /// The Nodes there are, for whoever must look at all of them again: after the settings changed, say.
    Set<NodeName> names();

    /// Replaces `status.addresses`; a conflict if somebody else did since. What else changed does not matter.
    WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses);

    /// Sets the marks and removes every `uninitialized` taint, in one patch that fails when the Node changed since
    /// it was seen.
    WriteOutcome initialise(NodeView seen, InitialisationPatch marks);

    /// Sets labels.
    WriteOutcome label(NodeView seen, Map<String, String> labels);

    /// Sets annotations.
    WriteOutcome annotate(NodeView seen, Map<String, String> annotations);

    /// Adds the taint [NodeHealth#SHUTDOWN], in a patch that fails when the Node changed since it was seen.
    WriteOutcome taintShutdown(NodeView seen);

    /// Removes that taint, in the same way.
    WriteOutcome untaintShutdown(NodeView seen);

    /// Deletes exactly this Node in exactly this state: uid and resource version are preconditions.
    DeleteOutcome delete(NodeView seen);
}
