package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.controllers.status.ReasonObserver;
import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Set;

/// Observes what happens to Nodes whose VM is off or gone, for counts and durations. The reasons are those for
/// which a Node is kept.
///
/// The one worker of the controller calls it. Implementations must neither block nor throw.
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
        public void onReasonsChanged(NodeName node, Set<ReasonCode> codes) {}
    };

    /// A Node was reconciled, with this lookup of its VM.
    void onLookup(VmLookup lookup);

    /// The shutdown taint of the Node was set or removed.
    void onWritten(NodeName node);

    void onDeleted(Proof proof);

    /// The API server did not delete a Node.
    void onDeleteFailed();

    /// The breaker as of now; called at each evaluation of all Nodes.
    void onBreakerEvaluated(Breaker breaker);
}
