package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.controllers.status.ReasonObserver;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Set;

/// Observes what happens to Nodes, for counts and durations.
///
/// The worker that holds the Node calls it. Implementations must neither block nor throw.
public interface NodeObserver extends ReasonObserver {
    /// An observer that does nothing.
    NodeObserver NONE = new NodeObserver() {
        @Override
        public void onInitialised(NodeView node) {}

        @Override
        public void onWritten(NodeName node) {}

        @Override
        public void onReasonsChanged(NodeName node, Set<ReasonCode> codes) {}
    };

    /// The Node is finished, and its taint is removed.
    void onInitialised(NodeView node);

    /// Something was written to the Node.
    void onWritten(NodeName node);
}
