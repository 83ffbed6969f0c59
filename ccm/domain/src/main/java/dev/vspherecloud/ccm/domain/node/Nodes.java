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
    /// Returns the newest state that the watch delivered.
    Optional<NodeView> find(NodeName name);

    /// Returns the names of all Nodes, to evaluate all of them again, for example after the settings changed.
    Set<NodeName> names();

    /// Replaces `status.addresses`. Returns a conflict if another writer replaced them since the Node was read.
    /// Other changes do not matter.
    WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses);

    /// Applies the patch and removes every `uninitialized` taint, in one request that fails if the Node changed
    /// since it was read.
    WriteOutcome initialise(NodeView seen, InitialisationPatch patch);

    /// Sets labels.
    WriteOutcome label(NodeView seen, Map<String, String> labels);

    /// Sets annotations.
    WriteOutcome annotate(NodeView seen, Map<String, String> annotations);

    /// Adds the taint [NodeHealth#SHUTDOWN], in a patch that fails if the Node changed since it was read.
    WriteOutcome addShutdownTaint(NodeView seen);

    /// Removes this taint, with the same condition.
    WriteOutcome removeShutdownTaint(NodeView seen);

    /// Deletes exactly this Node in exactly this state: uid and resource version are preconditions.
    DeleteOutcome delete(NodeView seen);
}
