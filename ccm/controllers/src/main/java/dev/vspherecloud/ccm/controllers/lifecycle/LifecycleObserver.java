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
        public void looked(VmLookup lookup) {}

        @Override
        public void written(NodeName node) {}

        @Override
        public void deleted(Proof proof) {}

        @Override
        public void deleteFailed() {}

        @Override
        public void judged(Breaker breaker) {}

        @Override
        public void stand(NodeName node, Set<ReasonCode> codes) {}
    };

    /// A Node was reconciled, with this lookup of its VM.
    void looked(VmLookup lookup);

    /// The shutdown taint of the Node was set or removed.
    void written(NodeName node);

    void deleted(Proof proof);

    /// The API server did not delete a Node.
    void deleteFailed();

    /// The breaker as of now; called at each evaluation of all Nodes.
    void judged(Breaker breaker);
}
