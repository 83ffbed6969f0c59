package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Optional;

/// A Node with its taints.
///
/// @param taints in the order of the API server; only those that this project reads if there are too many
public record TaintedNode(NodeView view, List<ShownTaint> taints) {
    public TaintedNode {
        taints = List.copyOf(taints);
    }

    /// A taint of a Node.
    ///
    /// @param value empty for none
    public record ShownTaint(String key, String value, String effect) {
        static ShownTaint of(Json.Members taint) {
            return new ShownTaint(
                    NodeTaint.key(taint),
                    NodeTaint.value(taint),
                    taint.find("effect").asText());
        }

        /// Returns the taint as `kubectl` writes it, as in `key=value:NoSchedule`.
        @Override
        public String toString() {
            return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
        }
    }

    static TaintedNode of(CachedNode node) {
        return new TaintedNode(
                node.view(), node.taints().kept().stream().map(ShownTaint::of).toList());
    }

    /// Returns the first taint with this key.
    public Optional<ShownTaint> taint(String key) {
        return taints.stream().filter(taint -> taint.key().equals(key)).findFirst();
    }
}
