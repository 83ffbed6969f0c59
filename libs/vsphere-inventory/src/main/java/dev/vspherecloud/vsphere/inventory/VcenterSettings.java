package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.util.List;
import java.util.Optional;

/// The settings for watching one vCenter.
///
/// @param name        the name of the vCenter in messages and logs, as configured
/// @param datacenters the datacenters that may contain VMs of Nodes, see
///     [dev.vspherecloud.domain.datacenter.DatacenterValue]; empty means all
/// @param tags        which tags are read; empty if none are
public record VcenterSettings(String name, List<String> datacenters, Optional<WantedTags> tags) {
    public VcenterSettings {
        datacenters = List.copyOf(datacenters);
    }
}
