package dev.vspherecloud.domain.identity;

/// The VMs behind Nodes, as all configured vCenters together know them.
///
/// Both directions are cheap and never wait for a vCenter: [#follow] leaves word that a VM is wanted, [#lookup]
/// answers from what is known. Whoever implements it announces Nodes whose answer changed.
public interface Instances {
    /// From now on keep an eye on the VM that this query describes; the same query again changes nothing.
    void follow(VmQuery query);

    /// The Node is gone, its VM is of no interest any more.
    void forget(NodeName node);

    /// Whether this Node waits for a tag. Tags send no updates, so they are looked at more often while one does.
    void awaitTags(NodeName node, boolean isSo);

    /// What is known about the VM of a Node that is followed.
    VmLookup lookup(NodeName node);
}
