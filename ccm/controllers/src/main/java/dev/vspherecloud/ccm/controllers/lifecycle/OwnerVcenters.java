package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Says whether the vCenter that had a VM was heard, whatever became of the others. The silence of that one proves
/// nothing.
record OwnerVcenters(ExistenceChecker existenceChecker) {
    /// Whether no vCenter shows the VM, and at least the one that had it answered.
    boolean isAbsent(VmLookup lookup, RecordedVm vm) {
        return lookup instanceof VmLookup.Missing
                || lookup.isAbsentFrom(names(vm.ref().vcenter()));
    }

    /// Two that are configured may be the same vCenter.
    private Set<String> names(UUID vcenter) {
        return existenceChecker.marks().entrySet().stream()
                .filter(mark -> mark.getValue().instance().equals(vcenter))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
