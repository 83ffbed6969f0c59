package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Records the calls of the controller.
///
/// Threads: one.
final class RecordingLifecycleObserver implements LifecycleObserver {
    final List<String> news = new ArrayList<>();
    final Map<NodeName, Set<ReasonCode>> standing = new HashMap<>();
    Breaker breaker = Breaker.CLOSED;
    int looks;

    @Override
    public void onLookup(VmLookup lookup) {
        looks++;
    }

    @Override
    public void onWritten(NodeName node) {
        news.add("written " + node);
    }

    @Override
    public void onDeleted(Proof proof) {
        news.add(proof.isDestroyed() ? "deleted, destroyed" : "deleted, absent");
    }

    @Override
    public void onDeleteFailed() {
        news.add("not deleted");
    }

    @Override
    public void onBreakerEvaluated(Breaker now) {
        breaker = now;
    }

    @Override
    public void onReasonsChanged(NodeName node, Set<ReasonCode> codes) {
        standing.put(node, codes);
    }
}
