package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Counts the Nodes for each reason. A reason that once applied is shown as 0 afterwards, so that its end is
/// visible.
///
/// Threads: any; a concurrent map, written for each Node by the worker that holds it.
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
