package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.servers.VcenterBackup;
import java.util.List;

/// What a [VcenterFault] hits.
///
/// @param vms references of those VMs that it hits, as far as it does not hit all
/// @param older a backup from before these VMs were made
public record Target(VcenterSite site, List<String> vms, VcenterBackup older) {
    public Target {
        vms = List.copyOf(vms);
    }

    TaggedObject[] objects() {
        return vms.stream().map(TaggedObject::vm).toArray(TaggedObject[]::new);
    }

    /// The hosts that these VMs run on.
    List<String> hosts() {
        return site.vcenter().vms().stream()
                .filter(vm -> vms.contains(vm.ref()))
                .map(SimulatedVm::host)
                .distinct()
                .toList();
    }
}
