package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a new volume needs of its datastore.
///
/// @param capacityMb the size in MiB
/// @param policy     the name of the storage policy, for messages
public record PlacementRequest(
        long capacityMb, DatastoreChoice choice, TopologyRequirement topology, Optional<String> policy) {
    List<Map<String, String>> terms() {
        return topology.terms();
    }
}
