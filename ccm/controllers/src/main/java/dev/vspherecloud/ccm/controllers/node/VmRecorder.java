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

/// Records on Nodes which VM is theirs. So the next process does not have to search, and can prove that the VM is
/// gone.
///
/// A Node is usually recorded when it is initialised. This class handles Nodes that another program initialised,
/// and those that wait for their initialisation.
///
/// A record of another VM stays until [ConfirmedVms] allows to replace it.
///
/// It has its own rate-limited loop: after the start in a running cluster it must not write thousands of Nodes at
/// once. The Node may have changed since it was queued, so it is read again.
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
