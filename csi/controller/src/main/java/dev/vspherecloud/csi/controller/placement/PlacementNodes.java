package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.domain.node.DriverNode;
import dev.vspherecloud.csi.domain.placement.PlacementNode;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Translates Nodes to what the placement of volumes needs. Pure.
final class PlacementNodes {
    private PlacementNodes() {}

    /// Returns the Nodes on which the driver is registered; others attach no volumes.
    ///
    /// @param vcenter the configured name of the vCenter in which the volume is placed
    /// @param keys    the label keys of the configured categories; empty if volumes have no topology
    static List<PlacementNode> of(List<DriverNode> nodes, String vcenter, Set<String> keys) {
        return nodes.stream()
                .filter(node -> node.nodeId().isPresent())
                .map(node -> of(node, vcenter, keys))
                .toList();
    }

    private static PlacementNode of(DriverNode node, String vcenter, Set<String> keys) {
        boolean isPending =
                switch (node.vm()) {
                    case VmLookup.Pending _, VmLookup.Unknown _ -> !node.vm().isAbsentFrom(Set.of(vcenter));
                    case VmLookup.Found _,
                            VmLookup.Missing _,
                            VmLookup.Ambiguous _,
                            VmLookup.Conflict _,
                            VmLookup.Elsewhere _,
                            VmLookup.Placeholder _,
                            VmLookup.Template _,
                            VmLookup.Unreadable _ -> false;
                };
        return new PlacementNode(
                node.name().value(), segment(node.labels(), keys), host(node.vm(), vcenter), isPending);
    }

    /// Returns the labels of a Node that belong to the topology. A Node without one of them is in no segment: the
    /// provisioner does not know it either.
    private static Map<String, String> segment(Map<String, String> labels, Set<String> keys) {
        return labels.keySet().containsAll(keys)
                ? labels.entrySet().stream()
                        .filter(label -> keys.contains(label.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))
                : Map.of();
    }

    private static Optional<String> host(VmLookup lookup, String vcenter) {
        return lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                        && vm.vcenter().equals(vcenter)
                ? vm.placement().hostPath().stream()
                        .filter(object -> object.kind().equals("HostSystem"))
                        .map(InventoryObject::moref)
                        .findFirst()
                : Optional.empty();
    }
}
