package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;

/// A Node, and what else is known for the decision.
///
/// @param lookup the answer of the vCenters; empty if none was asked, since the Node does not name a vSphere VM
/// @param context for the first reconciliation
public record NodeInput(NodeView node, Optional<VmLookup> lookup, NodeContext context) {
    Optional<Vm> vm() {
        return lookup.filter(VmLookup.Found.class::isInstance)
                .map(VmLookup.Found.class::cast)
                .map(VmLookup.Found::vm);
    }
}
