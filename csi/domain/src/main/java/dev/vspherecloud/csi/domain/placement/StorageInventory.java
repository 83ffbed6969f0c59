package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Map;

/// The datastores and hosts of one vCenter, and the Nodes of the cluster.
///
/// @param vcenter for messages
/// @param hosts   by [StorageHost#id]
/// @param nodes   all Nodes. A Node whose VM is in another vCenter has no host here
public record StorageInventory(
        String vcenter, List<DatastoreState> datastores, Map<String, StorageHost> hosts, List<PlacementNode> nodes) {
    public StorageInventory {
        datastores = List.copyOf(datastores);
        hosts = Map.copyOf(hosts);
        nodes = List.copyOf(nodes);
    }

    /// Returns the name of a host for messages.
    String hostName(String id) {
        StorageHost host = hosts.get(id);
        return host == null ? id : host.name();
    }
}
