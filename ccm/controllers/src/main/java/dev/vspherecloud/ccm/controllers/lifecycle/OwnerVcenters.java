package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Decides whether the vCenter that had a VM answered, whatever the others did. If that vCenter is silent, nothing
/// is proven.
record OwnerVcenters(ExistenceChecker existenceChecker) {
    /// Returns true if no vCenter shows the VM, and at least the one that had it answered.
    boolean isAbsent(VmLookup lookup, RecordedVm vm) {
        return lookup instanceof VmLookup.Missing
                || lookup.isAbsentFrom(names(vm.ref().vcenter()));
    }

    /// Two configured names may belong to the same vCenter.
    private Set<String> names(UUID vcenter) {
        return existenceChecker.positions().entrySet().stream()
                .filter(mark -> mark.getValue().instance().equals(vcenter))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
