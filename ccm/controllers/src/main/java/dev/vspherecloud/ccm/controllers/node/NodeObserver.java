package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.controllers.status.ReasonObserver;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import java.util.Set;

/// Observes what happens to Nodes, for metrics.
///
/// The worker that reconciles the Node calls the methods. Implementations must neither block nor throw.
public interface NodeObserver extends ReasonObserver {
    /// An observer that does nothing.
    NodeObserver NONE = new NodeObserver() {
        @Override
        public void onInitialised(NodeView node) {}

        @Override
        public void onWritten(NodeName node) {}

        @Override
        public void onReasonsChanged(NodeName node, Set<Reason> reasons) {}
    };

    /// Called when a Node was initialised and its taint was removed.
    void onInitialised(NodeView node);

    /// Called when the controller wrote something to the Node.
    void onWritten(NodeName node);
}
