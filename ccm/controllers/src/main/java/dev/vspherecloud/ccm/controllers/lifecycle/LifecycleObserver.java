package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.controllers.status.ReasonObserver;
import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Set;

/// Hears what becomes of Nodes whose VM is off or gone. For counts and durations. The reasons are those why a Node is
/// kept.
///
/// Called by the one worker of the controller, and must neither block nor throw.
public interface LifecycleObserver extends ReasonObserver {
    /// Nobody listens.
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

    /// A Node was looked at, and this is known of its VM.
    void looked(VmLookup lookup);

    /// The shutdown taint of the Node was set or removed.
    void written(NodeName node);

    void deleted(Proof proof);

    /// The API server did not do it.
    void deleteFailed();

    /// The breaker as of now; at each look at all Nodes.
    void judged(Breaker breaker);
}
