package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;

/// A Node, and what is known beside it.
///
/// @param lookup  what the vCenters say; empty when nobody was asked, since the Node names no VM of ours
/// @param context for the first look at it
public record NodeInput(NodeView node, Optional<VmLookup> lookup, NodeContext context) {
    Optional<Vm> vm() {
        return lookup.filter(VmLookup.Found.class::isInstance)
                .map(VmLookup.Found.class::cast)
                .map(VmLookup.Found::vm);
    }
}
