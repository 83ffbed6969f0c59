package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Optional;

/// References as they stand in records on Nodes, where anybody may write. [dev.vspherecloud.domain.vm.VmRef] and
/// [dev.vspherecloud.domain.vm.VmParents] take only what any request can carry.
public final class References {
    private References() {}

    /// Empty when it can't be one.
    static Optional<MoRef> of(String kind, String moref) {
        try {
            return Optional.of(new MoRef(kind, moref));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public static Optional<MoRef> of(RecordedVm vm) {
        return of("VirtualMachine", vm.ref().moref());
    }
}
