package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Tells whether the vCenter that had a VM answered, whatever other vCenters did. If that vCenter is silent, it
/// cannot be proven that the VM is gone.
record OwnerVcenters(ExistenceChecker existenceChecker) {
    /// Returns true if no vCenter that answered has the VM, and the vCenter that had it answered.
    boolean isAbsent(VmLookup lookup, RecordedVm vm) {
        return lookup instanceof VmLookup.Missing
                || lookup.isAbsentFrom(names(vm.ref().vcenter()));
    }

    /// Returns the configured names of the vCenter with this instance UUID. Two names may lead to the same vCenter.
    private Set<String> names(UUID vcenter) {
        return existenceChecker.positions().entrySet().stream()
                .filter(position -> position.getValue().instance().equals(vcenter))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
