package dev.vspherecloud.controllers.node;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.node.Instances;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import dev.vspherecloud.domain.node.WriteOutcome;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;

/// Records on initialised Nodes which VM is theirs, so that the next process need not search.
///
/// It has a loop of its own with a pace: taking over a cluster must not write thousands of Nodes at once. By the
/// time it comes to a Node things may have changed, so it looks anew.
public final class VmRecorder implements Reconciler<NodeName> {
    private final Nodes nodes;
    private final Instances instances;

    public VmRecorder(Nodes nodes, Instances instances) {
        this.nodes = nodes;
        this.instances = instances;
    }

    @Override
    public Outcome reconcile(NodeName name) {
        return nodes.find(name).map(this::record).orElseGet(Outcome.Done::new);
    }

    private Outcome record(NodeView node) {
        if (node.uninitialized() || !(instances.lookup(node.name()) instanceof VmLookup.Found(Vm vm, var _, var _))) {
            return new Outcome.Done();
        }
        return switch (nodes.annotate(node, RecordedVm.of(vm).annotations())) {
            case WriteOutcome.Conflict() -> new Outcome.Retry("the Node changed meanwhile");
            case WriteOutcome.Failed(String why) -> new Outcome.Retry(why);
            case WriteOutcome.Written _, WriteOutcome.Vanished _, WriteOutcome.Refused _ -> new Outcome.Done();
        };
    }
}
