package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.servers.VcenterBackup;
import java.util.List;

/// The vCenter and the VMs that a [VcenterFault] applies to.
///
/// @param vms references of the affected VMs, if the fault does not affect all
/// @param older a backup from before these VMs were created
public record Target(VcenterSite site, List<String> vms, VcenterBackup older) {
    public Target {
        vms = List.copyOf(vms);
    }

    TaggedObject[] objects() {
        return vms.stream().map(TaggedObject::vm).toArray(TaggedObject[]::new);
    }

    /// The hosts on which these VMs run.
    List<String> hosts() {
        return site.vcenter().vms().stream()
                .filter(vm -> vms.contains(vm.ref()))
                .map(SimulatedVm::host)
                .distinct()
                .toList();
    }
}
