package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Computes the state of a Node after a decision about it was carried out, as the port
/// [dev.vspherecloud.ccm.domain.node.Nodes] specifies. Pure.
final class SimulatedNode {
    private SimulatedNode() {}

    /// Returns the Node after the node controller carried out this decision. If the decision writes nothing, the
    /// Node is unchanged.
    static NodeView after(NodeView node, NodeDecision decision) {
        return switch (decision) {
            case NodeDecision.Initialise(var _, var chosen, InitialisationPatch patch) ->
                initialised(with(node, chosen.addresses()), patch);
            case NodeDecision.UpdateAddresses(var _, var chosen) -> with(node, chosen.addresses());
            case NodeDecision.Relabel(var labels, var _) -> with(node, labels, Map.of());
            case NodeDecision.RecordVm(var vm) -> with(node, Map.of(), vm.annotations());
            case NodeDecision.Blocked(var _, var meanwhile) ->
                meanwhile.map(chosen -> with(node, chosen.addresses())).orElse(node);
            case NodeDecision.Ignore _, NodeDecision.Wait _, NodeDecision.NoChange _ -> node;
        };
    }

    /// Returns the Node with annotations that record this VM.
    static NodeView recorded(NodeView node, Vm vm) {
        return with(node, Map.of(), NodePolicy.record(node, vm));
    }

    /// Returns the Node after the lifecycle controller carried out this decision. If the decision writes nothing or
    /// deletes the Node, the Node is unchanged.
    static NodeView after(NodeView node, LifecycleDecision decision) {
        return switch (decision) {
            case LifecycleDecision.Taint _ -> tainted(node, true);
            case LifecycleDecision.Untaint _ -> tainted(node, false);
            case LifecycleDecision.Delete _, LifecycleDecision.Keep _, LifecycleDecision.NoChange _ -> node;
        };
    }

    private static NodeView initialised(NodeView node, InitialisationPatch patch) {
        NodeView marked = with(node, patch.labels(), patch.annotations());
        return new NodeView(
                marked.meta(),
                patch.providerId().map(ProviderId::toString).orElse(node.providerId()),
                node.systemUuid(),
                false,
                node.addresses(),
                node.health());
    }

    private static NodeView with(NodeView node, List<NodeAddress> addresses) {
        return new NodeView(
                node.meta(), node.providerId(), node.systemUuid(), node.isUninitialised(), addresses, node.health());
    }

    private static NodeView with(NodeView node, Map<String, String> labels, Map<String, String> annotations) {
        NodeMeta meta = node.meta();
        return new NodeView(
                new NodeMeta(
                        meta.name(),
                        meta.uid(),
                        meta.resourceVersion(),
                        meta.created(),
                        merged(meta.labels(), labels),
                        merged(meta.annotations(), annotations)),
                node.providerId(),
                node.systemUuid(),
                node.isUninitialised(),
                node.addresses(),
                node.health());
    }

    private static Map<String, String> merged(Map<String, String> present, Map<String, String> more) {
        var all = new HashMap<>(present);
        all.putAll(more);
        return all;
    }

    private static NodeView tainted(NodeView node, boolean isShutDown) {
        NodeHealth health = node.health();
        return new NodeView(
                node.meta(),
                node.providerId(),
                node.systemUuid(),
                node.isUninitialised(),
                node.addresses(),
                new NodeHealth(
                        health.ready(), health.heartbeat(), isShutDown, health.isDeleting(), health.isLeaving()));
    }
}
