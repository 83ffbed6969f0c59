package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The Nodes of the cluster. Reads come from a watch, and each write is the smallest possible patch.
///
/// Reads never block. Writes block until the API server answers or a deadline passes.
public interface Nodes {
    /// Returns the newest state of the Node that the watch delivered; empty if there is no such Node.
    Optional<NodeView> find(NodeName name);

    /// Returns the names of all Nodes. Callers use it to evaluate all Nodes again, for example after the settings
    /// changed.
    Set<NodeName> names();

    /// Replaces the `status.addresses` of the Node. Returns a conflict if another writer changed the addresses
    /// since the caller read the Node. Other changes of the Node do not matter.
    ///
    /// @param seen the Node as the caller read it
    WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses);

    /// Applies the patch and removes every `uninitialized` taint, in one request. The request fails if the Node
    /// changed since the caller read it.
    ///
    /// @param seen the Node as the caller read it
    WriteOutcome initialise(NodeView seen, InitialisationPatch patch);

    /// Sets labels of the Node.
    ///
    /// @param seen the Node as the caller read it
    WriteOutcome label(NodeView seen, Map<String, String> labels);

    /// Sets annotations of the Node.
    ///
    /// @param seen the Node as the caller read it
    WriteOutcome annotate(NodeView seen, Map<String, String> annotations);

    /// Adds the taint [NodeHealth#SHUTDOWN]. The request fails if the Node changed since the caller read it.
    WriteOutcome addShutdownTaint(NodeView seen);

    /// Removes the taint [NodeHealth#SHUTDOWN]. The request fails if the Node changed since the caller read it.
    WriteOutcome removeShutdownTaint(NodeView seen);

    /// Deletes this Node if it is unchanged: UID and resource version are preconditions of the request.
    ///
    /// @param seen the Node as the caller read it
    DeleteOutcome delete(NodeView seen);
}
