package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.reason.Reason;

/// Events on Nodes, for whoever runs `kubectl describe node`. Posting never blocks and never fails the caller.
public interface NodeEvents {
    void normal(NodeView node, String reason, String message);

    void warning(NodeView node, Reason reason);
}
