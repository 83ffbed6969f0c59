package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Taints as they stand on a Node: of those that mean something to us, the meaning; of all others, every field.
///
/// JSON rather than a record, since they are written back as a whole list and a newer Kubernetes may give them more
/// fields.
final class NodeTaint {
    private static final String NO_SCHEDULE = "NoSchedule";

    /// Without a value, as upstream writes it; in one order always.
    private static final Json.Members SHUTDOWN =
            Json.object().with("effect", NO_SCHEDULE).with("key", NodeHealth.SHUTDOWN);

    private NodeTaint() {}

    static String key(Json.Members taint) {
        return taint.find("key").asText();
    }

    static String value(Json.Members taint) {
        return taint.find("value").asText();
    }

    static boolean isUninitialized(Json.Members taint) {
        return key(taint).equals(NodeView.UNINITIALIZED);
    }

    /// Two taints are the same when key and effect are, whatever their values.
    ///
    /// Rule from: kubernetes/api, Taint.MatchTaint.
    static boolean isShutdown(Json.Members taint) {
        return key(taint).equals(NodeHealth.SHUTDOWN)
                && taint.find("effect").asText().equals(NO_SCHEDULE);
    }

    static List<Json.Members> withoutUninitialized(List<Json.Members> taints) {
        return taints.stream().filter(taint -> !isUninitialized(taint)).toList();
    }

    static List<Json.Members> withoutShutdown(List<Json.Members> taints) {
        return taints.stream().filter(taint -> !isShutdown(taint)).toList();
    }

    /// A taint that is there with another value is replaced in its place; the same list when there is nothing to do.
    ///
    /// Rule from: kubernetes/kubernetes, pkg/util/taints, AddOrUpdateTaint.
    static List<Json.Members> withShutdown(List<Json.Members> taints) {
        if (taints.stream().noneMatch(NodeTaint::isShutdown)) {
            var more = new ArrayList<>(taints);
            more.add(SHUTDOWN);
            return more;
        }
        return taints.stream()
                .map(taint -> isShutdown(taint) && !value(taint).isEmpty() ? SHUTDOWN : taint)
                .toList();
    }
}
