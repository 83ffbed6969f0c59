package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a new volume needs of its datastore.
///
/// @param capacityMb the size in MiB
/// @param policy     the name of the storage policy, for messages
/// @param sourceUrl  the URL of the datastore that has the source of a copy, where CNS makes the copy; empty for an
///     empty volume
public record PlacementRequest(
        long capacityMb,
        DatastoreChoice choice,
        TopologyRequirement topology,
        Optional<String> policy,
        Optional<String> sourceUrl) {
    /// Creates a request for an empty volume.
    public PlacementRequest(
            long capacityMb, DatastoreChoice choice, TopologyRequirement topology, Optional<String> policy) {
        this(capacityMb, choice, topology, policy, Optional.empty());
    }

    List<Map<String, String>> terms() {
        return topology.terms();
    }
}
