package dev.vspherecloud.domain.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The tag categories whose tags name a Node's zone and region. At least one is set.
///
/// @param zone   the name of the category for zones, compared exactly; empty if Nodes get no zone
/// @param region the name of the category for regions, compared exactly; empty if Nodes get no region
public record TopologyCategories(Optional<String> zone, Optional<String> region) {
    public TopologyCategories {
        if (zone.isEmpty() && region.isEmpty()) {
            throw new IllegalArgumentException("neither a category of zones nor one of regions");
        }
    }

    public TopologyCategories(String zone, String region) {
        this(Optional.of(zone), Optional.of(region));
    }

    /// Returns the category names; the category for zones comes first.
    public List<String> names() {
        return Stream.of(zone, region).flatMap(Optional::stream).toList();
    }
}
