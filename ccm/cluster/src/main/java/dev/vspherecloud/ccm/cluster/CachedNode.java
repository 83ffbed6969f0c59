package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.json.Json;
import java.util.List;

/// A Node as the cache holds it: the view for other packages, and the fields that a write must repeat.
///
/// @param taints all of them, in their order, as the API server spells them
record CachedNode(NodeView view, List<Json.Members> taints) {
    CachedNode {
        taints = List.copyOf(taints);
    }

    String uid() {
        return view.meta().uid();
    }

    String resourceVersion() {
        return view.meta().resourceVersion();
    }

    /// Returns true if a later state of this Node has an equal view, apart from its version and its heartbeat.
    boolean isEquivalent(CachedNode later) {
        return asOf(later).equals(later.view);
    }

    /// Returns a later state that looks like this one. It shares the values of this one, so the later copies can
    /// be garbage-collected.
    CachedNode moved(CachedNode later) {
        return new CachedNode(asOf(later), later.taints);
    }

    private NodeView asOf(CachedNode later) {
        NodeMeta meta = view.meta();
        return new NodeView(
                new NodeMeta(
                        meta.name(),
                        meta.uid(),
                        later.resourceVersion(),
                        meta.created(),
                        meta.labels(),
                        meta.annotations()),
                view.providerId(),
                view.systemUuid(),
                view.isUninitialised(),
                view.addresses(),
                view.health().at(later.view.health().heartbeat()));
    }
}
