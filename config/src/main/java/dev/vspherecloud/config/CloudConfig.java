package dev.vspherecloud.config;

import dev.vspherecloud.domain.address.NodeNetworks;
import dev.vspherecloud.domain.topology.TopologyCategories;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Everything that `vsphere.conf` and the environment say, validated and complete: defaults and inheritance are
/// filled in. Two are equal when they say the same, CA files included.
///
/// @param vcenters        in the order of the file, never empty, no server and port twice
/// @param topology        the tag categories of zone and region; empty when zones are off
/// @param networks        which of a Node's addresses are internal and external
/// @param foreignSections the sections for other readers of the same file, as they are written, such as
///                        `loadBalancer`
public record CloudConfig(
        List<VcenterConfig> vcenters,
        Optional<TopologyCategories> topology,
        NodeNetworks networks,
        Set<String> foreignSections) {
    public CloudConfig {
        vcenters = List.copyOf(vcenters);
        foreignSections = Set.copyOf(foreignSections);
    }
}
