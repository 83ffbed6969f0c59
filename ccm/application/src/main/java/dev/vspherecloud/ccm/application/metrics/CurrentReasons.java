package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Counts for each reason the Nodes to which it applies now. A reason that no longer applies to any Node is shown
/// as 0, so that its end is visible.
///
/// Threads: any. The map is concurrent, and the worker that reconciles a Node writes its entry.
final class CurrentReasons implements GaugeCallback {
    private final Map<NodeName, Set<ReasonCode>> byNode = new ConcurrentHashMap<>();
    private final Set<ReasonCode> seen = ConcurrentHashMap.newKeySet();

    void set(NodeName node, Set<ReasonCode> codes) {
        if (codes.isEmpty()) {
            byNode.remove(node);
        } else {
            byNode.put(node, codes);
            seen.addAll(codes);
        }
    }

    @Override
    public void read(Sink sink) {
        var counts = new HashMap<ReasonCode, Integer>();
        seen.forEach(code -> counts.put(code, 0));
        byNode.values().stream().flatMap(Collection::stream).forEach(code -> counts.merge(code, 1, Integer::sum));
        counts.forEach((code, count) -> sink.value(count, code.text()));
    }
}
