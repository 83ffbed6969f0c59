package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;

/// Records on Nodes which VM they run on. With the record the next leader need not search for the VM, and can prove
/// that it is gone.
///
/// The node controller records the VM when it initialises a Node. This class handles Nodes that another program
/// initialised, and Nodes that still wait for their initialisation.
///
/// A record of another VM stays until [ConfirmedVms] allows its replacement.
///
/// The recorder runs in its own rate-limited loop, because after the start in a running cluster it must not write
/// thousands of Nodes at once. A Node may have changed since it was enqueued, so the recorder reads it again.
public final class VmRecorder implements Reconciler<NodeName> {
    private final Nodes nodes;
    private final Instances instances;
    private final ConfirmedVms confirmed;

    public VmRecorder(Nodes nodes, Instances instances, ConfirmedVms confirmed) {
        this.nodes = nodes;
        this.instances = instances;
        this.confirmed = confirmed;
    }

    @Override
    public Outcome reconcile(NodeName name) {
        return nodes.find(name).map(this::record).orElseGet(Outcome.Done::new);
    }

    private Outcome record(NodeView node) {
        if (!(instances.lookup(node.name()) instanceof VmLookup.Found(Vm vm, var _, var _))
                || (node.isUninitialised() && !NodePolicy.isRecordDue(node, vm))
                || !confirmed.allows(node, vm)) {
            return new Outcome.Done();
        }
        return switch (nodes.annotate(node, NodePolicy.record(node, vm))) {
            case WriteOutcome.Conflict() -> new Outcome.Retry("the Node changed meanwhile");
            case WriteOutcome.Failed(String why) -> new Outcome.Retry(why);
            case WriteOutcome.Written _, WriteOutcome.Vanished _, WriteOutcome.Refused _ -> new Outcome.Done();
        };
    }
}
