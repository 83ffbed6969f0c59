package dev.vspherecloud.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.Instances;
import dev.vspherecloud.domain.node.NodeDecision;
import dev.vspherecloud.domain.node.NodePolicy;
import dev.vspherecloud.domain.node.NodeSettings;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import dev.vspherecloud.domain.node.WriteOutcome;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;
import java.util.function.Supplier;

/// Records on initialised Nodes which VM is theirs, so that the next process need not search.
///
/// It has a loop of its own with a pace: taking over a cluster must not write thousands of Nodes at once. By the
/// time it comes to a Node things may have changed, so it decides anew.
public final class VmRecorder implements Reconciler<NodeName> {
    private final Nodes nodes;
    private final Instances instances;
    private final Supplier<NodeSettings> settings;

    /// @param settings the newest, taken once for each look at a Node
    public VmRecorder(Nodes nodes, Instances instances, Supplier<NodeSettings> settings) {
        this.nodes = nodes;
        this.instances = instances;
        this.settings = settings;
    }

    @Override
    public Outcome reconcile(NodeName name) {
        return nodes.find(name).map(this::record).orElseGet(Outcome.Done::new);
    }

    private Outcome record(NodeView node) {
        NodeDecision decision = NodePolicy.decide(node, instances.lookup(node.name()), settings.get());
        if (!(decision instanceof NodeDecision.Remember(var vm))) {
            return new Outcome.Done();
        }
        return switch (nodes.annotate(node, vm.annotations())) {
            case WriteOutcome.Conflict() -> new Outcome.Retry("the Node changed meanwhile");
            case WriteOutcome.Written _, WriteOutcome.Vanished _, WriteOutcome.Refused _ -> new Outcome.Done();
        };
    }
}
