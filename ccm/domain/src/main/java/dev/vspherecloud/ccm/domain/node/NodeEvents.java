package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.reason.Reason;

/// Posts Kubernetes Events on Nodes, which `kubectl describe node` shows, and on the Lease of the leader. Posting
/// never blocks and never fails the caller.
public interface NodeEvents {
    void normal(NodeView node, String reason, String message);

    void warning(NodeView node, Reason reason);

    /// Posts a reason that concerns all Nodes of a vCenter once, on the leader's Lease.
    ///
    /// @param vcenter its name
    void warning(String vcenter, Reason reason);

    /// Posts a reason that concerns the cluster as a whole, on the leader's Lease.
    void warning(Reason reason);
}
