package dev.vspherecloud.vsphere.inventory;

import java.util.List;

/// How one vCenter is watched.
///
/// @param name        how messages and logs call it, as configured
/// @param datacenters which of its datacenters hold our VMs, see [DatacenterRule]; empty means all
/// @param readsTags   whether zones are configured, so that tags are of interest
public record VcenterSettings(String name, List<String> datacenters, boolean readsTags) {
    public VcenterSettings {
        datacenters = List.copyOf(datacenters);
    }
}
