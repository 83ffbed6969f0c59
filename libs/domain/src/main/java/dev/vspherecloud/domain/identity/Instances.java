package dev.vspherecloud.domain.identity;

/// Finds the VMs of Nodes in all configured vCenters.
///
/// No method waits for a vCenter: [#watch] registers a query, and [#lookup] answers from what is known. The
/// implementation announces the Nodes whose answer changed.
public interface Instances {
    /// Starts to follow the VM that this query describes. The same query again changes nothing.
    void watch(VmQuery query);

    /// Stops following the VM of a Node that was deleted.
    void forget(NodeName node);

    /// Sets whether this Node waits for a tag. vCenter sends no updates for tags, so they are read more often
    /// while a Node waits.
    void awaitTags(NodeName node, boolean isSo);

    /// Returns what is known about the VM of a Node that is followed.
    VmLookup lookup(NodeName node);
}
