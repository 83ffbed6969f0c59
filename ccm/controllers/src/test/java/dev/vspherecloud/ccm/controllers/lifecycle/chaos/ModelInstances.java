package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NameMatching;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The VMs of Nodes as one process sees them: the content of its views, evaluated by the real [IdentityPolicy].
///
/// Every Node is watched, since other controllers of the process watch it.
final class ModelInstances implements Instances {
    private final Map<NodeName, NodeView> nodes;
    private final List<VcenterView> views;
    private final UnaryOperator<NodeView> shown;
    private final Map<NodeName, CachedIdentity> identities = new HashMap<>();

    /// @param shown how the caller sees a Node
    ModelInstances(Map<NodeName, NodeView> nodes, List<VcenterView> views, UnaryOperator<NodeView> shown) {
        this.nodes = nodes;
        this.views = views;
        this.shown = shown;
    }

    @Override
    public void watch(VmQuery query) {}

    @Override
    public void forget(NodeName node) {}

    @Override
    public void awaitTags(NodeName node, boolean isSo) {}

    @Override
    public VmLookup lookup(NodeName node) {
        NodeView view = nodes.get(node);
        if (view == null || !(identity(view) instanceof NodeIdentity.OnVsphere(VmQuery query))) {
            return new VmLookup.Pending();
        }
        return IdentityPolicy.decide(
                query, views.stream().map(each -> each.answer(query)).toList(), NameMatching.OFF);
    }

    // Compares references: comparing all fields would take the time that the cache saves.
    @SuppressWarnings("ReferenceEquality")
    private NodeIdentity identity(NodeView node) {
        CachedIdentity known = identities.get(node.name());
        if (known == null || known.node() != node) {
            known = new CachedIdentity(node, shown.apply(node).identity());
            identities.put(node.name(), known);
        }
        return known.identity();
    }

    /// A cached identity. There are many runs, and parsing an identity takes time.
    private record CachedIdentity(NodeView node, NodeIdentity identity) {}
}
