package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;

/// The input for the plan of one Node: the Node, and what vCenter reports about its VM.
///
/// @param lookup the lookup of the VM; empty if no vCenter was asked, because the Node does not name a vSphere VM
/// @param context the context of the first reconciliation
public record NodeInput(NodeView node, Optional<VmLookup> lookup, NodeContext context) {
    Optional<Vm> vm() {
        return lookup.filter(VmLookup.Found.class::isInstance)
                .map(VmLookup.Found.class::cast)
                .map(VmLookup.Found::vm);
    }
}
