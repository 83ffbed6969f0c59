package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Where a new volume has to be accessible from.
///
/// @param requisite the segments from which it must be accessible: at least one of them. Empty if there is no
///     requirement
/// @param preferred the same segments, or some of them, in the order of preference
public record TopologyRequirement(List<Map<String, String>> requisite, List<Map<String, String>> preferred) {
    public static final TopologyRequirement NONE = new TopologyRequirement(List.of(), List.of());

    public TopologyRequirement {
        requisite = requisite.stream().map(Map::copyOf).toList();
        preferred = preferred.stream().map(Map::copyOf).toList();
    }

    /// Returns the segments in the order of preference; empty if there is no requirement.
    public List<Map<String, String>> terms() {
        return Stream.concat(preferred.stream(), requisite.stream())
                .filter(term -> !term.isEmpty())
                .distinct()
                .toList();
    }
}
