package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Reads and changes the taints of a Node. It interprets only the taints that this project knows, and keeps every
/// field of all other taints.
///
/// A taint is JSON rather than a record: taints are written back as a whole list, and a newer Kubernetes may add
/// fields to them.
final class NodeTaint {
    private static final String NO_SCHEDULE = "NoSchedule";

    /// The shutdown taint, without a value, as Kubernetes writes it. The order of the fields is fixed.
    private static final Json.Members SHUTDOWN =
            Json.object().with("effect", NO_SCHEDULE).with("key", NodeHealth.SHUTDOWN);

    private NodeTaint() {}

    /// Returns this taint with only its key, value and effect, each with a limited length.
    static Json.Members known(Json.Members taint) {
        Json.Members known = Json.object();
        for (String name : List.of("effect", "key", "value")) {
            String text = taint.find(name).asText();
            if (!text.isEmpty()) {
                known = known.with(name, text.substring(0, Math.min(text.length(), NodeJson.MAX_TEXT)));
            }
        }
        return known;
    }

    static String key(Json.Members taint) {
        return taint.find("key").asText();
    }

    static String value(Json.Members taint) {
        return taint.find("value").asText();
    }

    static boolean isUninitialized(Json.Members taint) {
        return key(taint).equals(NodeView.UNINITIALIZED);
    }

    /// Returns true if this is the shutdown taint, whatever its value: Kubernetes identifies a taint by key and
    /// effect.
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

    /// Returns the taints with the shutdown taint. If they contain it with a value, it is replaced in its place. If
    /// they contain it without a value, the list stays equal.
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
