package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.reason.Reason;

/// Posts Kubernetes Events about Nodes, which `kubectl describe node` shows, and about the leader's Lease. Posting
/// never blocks and never throws.
public interface NodeEvents {
    void normal(NodeView node, String reason, String message);

    void warning(NodeView node, Reason reason);

    /// Posts one Event about the leader's Lease for a reason that concerns all Nodes of a vCenter.
    ///
    /// @param vcenter the configured name of the vCenter
    void warning(String vcenter, Reason reason);

    /// Posts one Event about the leader's Lease for a reason that concerns the whole cluster.
    void warning(Reason reason);
}
