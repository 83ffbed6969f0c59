package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;

/// A Node in the cache: the view for other packages, and the taints, which a write must repeat.
record CachedNode(NodeView view, NodeTaints taints) {
    String uid() {
        return view.meta().uid();
    }

    String resourceVersion() {
        return view.meta().resourceVersion();
    }

    /// Returns true if the view of the later state differs from this one only in its resource version and
    /// heartbeat.
    boolean isEquivalent(CachedNode later) {
        return asOf(later).equals(later.view);
    }

    /// Returns this Node with the resource version, heartbeat and taints of the later state. All other values are
    /// shared with this object, so that the later copies can be garbage-collected.
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
