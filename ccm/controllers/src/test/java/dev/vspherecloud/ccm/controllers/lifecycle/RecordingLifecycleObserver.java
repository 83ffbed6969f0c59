package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Records the calls of the controller.
///
/// Threads: one.
final class RecordingLifecycleObserver implements LifecycleObserver {
    final List<String> calls = new ArrayList<>();
    final Map<NodeName, Set<ReasonCode>> reasons = new HashMap<>();
    Breaker breaker = Breaker.CLOSED;
    int lookups;

    @Override
    public void onLookup(VmLookup lookup) {
        lookups++;
    }

    @Override
    public void onWritten(NodeName node) {
        calls.add("written " + node);
    }

    @Override
    public void onDeleted(Proof proof) {
        calls.add(proof.isDestroyed() ? "deleted, destroyed" : "deleted, absent");
    }

    @Override
    public void onDeleteFailed() {
        calls.add("not deleted");
    }

    @Override
    public void onBreakerEvaluated(Breaker now) {
        breaker = now;
    }

    @Override
    public void onReasonsChanged(NodeName node, Set<Reason> now) {
        reasons.put(node, now.stream().map(Reason::code).collect(Collectors.toUnmodifiableSet()));
    }
}
