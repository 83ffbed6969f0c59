package dev.vspherecloud.domain.identity;

/// Finds the VMs of Nodes in all configured vCenters.
///
/// No method waits for a vCenter: [#watch] registers a query, and [#lookup] answers from what is known. If the
/// answer for a Node changes, the implementation enqueues the Node.
public interface Instances {
    /// Starts to follow the VM that this query describes. If the same query is already registered, the call
    /// changes nothing.
    void watch(VmQuery query);

    /// Stops following the VM of this Node, which was deleted.
    void forget(NodeName node);

    /// Sets whether this Node waits for a tag. vCenter sends no updates for tags, so the implementation reads
    /// tags more often while a Node waits.
    void awaitTags(NodeName node, boolean isSo);

    /// Returns what is known about the VM of this Node. The Node must have a query that was passed to [#watch].
    VmLookup lookup(NodeName node);
}
