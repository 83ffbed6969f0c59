package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.json.Json;
import java.util.List;

/// A Node as it is kept here: what others see, and what a write of ours has to repeat.
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

    /// Whether a later state of this Node shows others the same, apart from its version and its heartbeat.
    boolean looksLike(CachedNode later) {
        return asOf(later).equals(later.view);
    }

    /// A later state that looks like this one; what was kept of this one stays in use, the rest can be forgotten.
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
                view.uninitialized(),
                view.addresses(),
                view.health().at(later.view.health().heartbeat()));
    }
}
