package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The reasons that apply to Nodes now, and since when. The metrics count the Nodes of each reason. A reason that no
/// longer applies to any Node is counted as 0, so that its end is visible.
///
/// Threads: any. The map is concurrent, and the worker that reconciles a Node writes its entry.
final class CurrentReasons implements GaugeCallback {
    private final InstantSource clock;
    private final Map<NodeName, List<NodeWithReason>> byNode = new ConcurrentHashMap<>();
    private final Set<ReasonCode> seen = ConcurrentHashMap.newKeySet();

    CurrentReasons(InstantSource clock) {
        this.clock = clock;
    }

    void set(NodeName node, Set<Reason> reasons) {
        if (reasons.isEmpty()) {
            byNode.remove(node);
            return;
        }
        List<NodeWithReason> before = byNode.getOrDefault(node, List.of());
        Instant now = clock.instant();
        byNode.put(
                node,
                reasons.stream()
                        .map(reason -> new NodeWithReason(node, reason, since(before, reason.code(), now)))
                        .toList());
        reasons.forEach(reason -> seen.add(reason.code()));
    }

    /// Returns the time from which the reason has applied without a break. Its message may have changed meanwhile.
    private static Instant since(List<NodeWithReason> before, ReasonCode code, Instant now) {
        return before.stream()
                .filter(each -> each.reason().code().equals(code))
                .map(NodeWithReason::since)
                .findFirst()
                .orElse(now);
    }

    /// Returns all reasons of all Nodes, in no order.
    List<NodeWithReason> now() {
        return byNode.values().stream().flatMap(Collection::stream).toList();
    }

    @Override
    public void read(Sink sink) {
        var counts = new HashMap<ReasonCode, Integer>();
        seen.forEach(code -> counts.put(code, 0));
        now().forEach(each -> counts.merge(each.reason().code(), 1, Integer::sum));
        counts.forEach((code, count) -> sink.value(count, code.text()));
    }
}
