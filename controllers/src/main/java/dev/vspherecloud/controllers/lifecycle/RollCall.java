package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.breaker.Post;
import dev.vspherecloud.domain.breaker.Standing;
import dev.vspherecloud.domain.identity.NodeClaim;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.node.Instances;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// All Nodes with a VM of ours, and how it stands with it, as of now: nothing is kept that could be out of date.
///
/// Threads: confined.
final class RollCall {
    private final Nodes nodes;
    private final Instances instances;
    private final Map<NodeName, NodeMemory> memories = new HashMap<>();

    RollCall(Nodes nodes, Instances instances) {
        this.nodes = nodes;
        this.instances = instances;
    }

    /// What is remembered of this Node; nothing yet when it is another than the last one of its name.
    NodeMemory memory(NodeView node) {
        NodeMemory known = memories.get(node.name());
        if (known != null && known.isOf(node)) {
            return known;
        }
        var fresh = new NodeMemory(node.meta().uid());
        memories.put(node.name(), fresh);
        return fresh;
    }

    void forget(NodeName node) {
        memories.remove(node);
    }

    /// A Node whose VM was never seen is not on the roll.
    Optional<Post> post(NodeView node) {
        return memory(node).vm(node).map(vm -> post(node, vm));
    }

    private static Post post(NodeView node, RecordedVm vm) {
        return new Post(node.name().value(), node.meta().uid(), vm.ref().vcenter(), vm.home());
    }

    /// Whether no Node is known yet.
    boolean isEmpty() {
        return nodes.names().isEmpty();
    }

    Map<Post, Standing> call(long now) {
        var roll = new HashMap<Post, Standing>();
        nodes.names().stream()
                .flatMap(name -> nodes.find(name).stream())
                .filter(node -> node.claim() instanceof NodeClaim.OnVsphere)
                .forEach(node -> post(node)
                        .ifPresent(post ->
                                roll.put(post, memory(node).standing(node, instances.lookup(node.name()), now))));
        return roll;
    }
}
