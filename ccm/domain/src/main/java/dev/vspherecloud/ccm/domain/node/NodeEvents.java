package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.reason.Reason;

/// Events on Nodes, for whoever runs `kubectl describe node`, and on the Lease of the leader. Posting never blocks
/// and never fails the caller.
public interface NodeEvents {
    void normal(NodeView node, String reason, String message);

    void warning(NodeView node, Reason reason);

    /// What concerns all Nodes of a vCenter, told once: on the leader's Lease.
    ///
    /// @param vcenter its name
    void warning(String vcenter, Reason reason);

    /// What concerns the cluster as a whole: on the leader's Lease.
    void warning(Reason reason);
}
