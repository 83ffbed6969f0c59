package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.controllers.status.ReasonObserver;
import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import java.util.Set;

/// Observes what happens to Nodes whose VM is off or gone, for metrics. The reasons that it receives are those for
/// which a Node is kept.
///
/// The single worker of the controller calls the methods. Implementations must neither block nor throw.
public interface LifecycleObserver extends ReasonObserver {
    /// An observer that does nothing.
    LifecycleObserver NONE = new LifecycleObserver() {
        @Override
        public void onLookup(VmLookup lookup) {}

        @Override
        public void onWritten(NodeName node) {}

        @Override
        public void onDeleted(Proof proof) {}

        @Override
        public void onDeleteFailed() {}

        @Override
        public void onBreakerEvaluated(Breaker breaker) {}

        @Override
        public void onReasonsChanged(NodeName node, Set<Reason> reasons) {}
    };

    /// Called when a Node was reconciled, with the lookup of its VM.
    void onLookup(VmLookup lookup);

    /// Called when the shutdown taint of the Node was set or removed.
    void onWritten(NodeName node);

    void onDeleted(Proof proof);

    /// Called when the API server did not delete a Node.
    void onDeleteFailed();

    /// Called at each evaluation of all Nodes, with the present state of the breaker.
    void onBreakerEvaluated(Breaker breaker);
}
