package dev.vspherecloud.domain.node;

import java.util.Map;
import java.util.Optional;

/// What the configuration says about Nodes.
///
/// @param topology    empty when Nodes get no zone and no region
/// @param extraLabels labels that every Node gets once, when it is initialised (`--node-labels`)
public record NodeSettings(
        AddressRules addresses, Optional<TopologyCategories> topology, Map<String, String> extraLabels) {
    public NodeSettings {
        extraLabels = Map.copyOf(extraLabels);
    }
}
