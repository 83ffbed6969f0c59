package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.cluster.plan.ExistingDriverNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The Nodes of the cluster, and the registrations of the driver.
///
/// @param names   the names of all Nodes
/// @param drivers the registration on each Node that has one
record RegisteredNodes(Set<String> names, Map<String, ExistingDriverNode> drivers) {
    public RegisteredNodes {
        names = Set.copyOf(names);
        drivers = Map.copyOf(drivers);
    }

    boolean exists(String node) {
        return names.contains(node);
    }

    Optional<String> idOf(String node) {
        return Optional.ofNullable(drivers.get(node)).map(ExistingDriverNode::nodeId);
    }
}
