package dev.vspherecloud.kubernetes;

import dev.vspherecloud.domain.node.NodeHealth;
import dev.vspherecloud.domain.node.NodeView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Taints as they stand on a Node: of those that mean something to us, the meaning; of all others, every field.
///
/// A map rather than a record, since they are written back as a whole list and a newer Kubernetes may give them more
/// fields.
final class NodeTaint {
    private static final String NO_SCHEDULE = "NoSchedule";

    /// Without a value, as upstream writes it; in one order always.
    private static final Map<String, Object> SHUTDOWN =
            Collections.unmodifiableMap(new TreeMap<>(Map.of("key", NodeHealth.SHUTDOWN, "effect", NO_SCHEDULE)));

    private NodeTaint() {}

    static boolean isUninitialized(Map<String, Object> taint) {
        return NodeView.UNINITIALIZED.equals(taint.get("key"));
    }

    /// Two taints are the same when key and effect are, whatever their values.
    ///
    /// Rule from: kubernetes/api, Taint.MatchTaint.
    static boolean isShutdown(Map<String, Object> taint) {
        return NodeHealth.SHUTDOWN.equals(taint.get("key")) && NO_SCHEDULE.equals(taint.get("effect"));
    }

    static List<Map<String, Object>> withoutUninitialized(List<Map<String, Object>> taints) {
        return taints.stream().filter(taint -> !isUninitialized(taint)).toList();
    }

    static List<Map<String, Object>> withoutShutdown(List<Map<String, Object>> taints) {
        return taints.stream().filter(taint -> !isShutdown(taint)).toList();
    }

    /// A taint that is there with another value is replaced in its place; the same list when there is nothing to do.
    ///
    /// Rule from: kubernetes/kubernetes, pkg/util/taints, AddOrUpdateTaint.
    static List<Map<String, Object>> withShutdown(List<Map<String, Object>> taints) {
        if (taints.stream().noneMatch(NodeTaint::isShutdown)) {
            var more = new ArrayList<>(taints);
            more.add(SHUTDOWN);
            return more;
        }
        return taints.stream()
                .map(taint -> isShutdown(taint) && hasValue(taint) ? SHUTDOWN : taint)
                .toList();
    }

    private static boolean hasValue(Map<String, Object> taint) {
        return !"".equals(taint.getOrDefault("value", ""));
    }
}
