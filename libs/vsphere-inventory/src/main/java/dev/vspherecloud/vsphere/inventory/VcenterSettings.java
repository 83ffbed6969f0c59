package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.List;
import java.util.Optional;

/// How one vCenter is watched.
///
/// @param name        how messages and logs call it, as configured
/// @param datacenters which of its datacenters hold our VMs, see [DatacenterRule]; empty means all
/// @param topology    which tags are of interest; empty when none are
public record VcenterSettings(String name, List<String> datacenters, Optional<TopologyRules> topology) {
    public VcenterSettings {
        datacenters = List.copyOf(datacenters);
    }
}
