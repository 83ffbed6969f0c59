package dev.vspherecloud.config;

import dev.vspherecloud.domain.node.TopologyCategories;
import java.util.List;
import java.util.Optional;

/// Everything that `vsphere.conf` says, validated and complete: defaults and inheritance are filled in.
///
/// @param vcenters in the order of the file, never empty, no server and port twice
/// @param topology the tag categories of zone and region; empty when zones are off
public record CloudConfig(List<VcenterConfig> vcenters, Optional<TopologyCategories> topology) {
    public CloudConfig {
        vcenters = List.copyOf(vcenters);
    }
}
