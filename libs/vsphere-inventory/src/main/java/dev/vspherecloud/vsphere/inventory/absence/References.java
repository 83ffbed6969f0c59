package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Optional;

/// Parses references from records on Nodes, which are untrusted input. [dev.vspherecloud.domain.vm.VmRef] and
/// [dev.vspherecloud.domain.vm.VmParents] accept only texts that are safe in any request.
public final class References {
    private References() {}

    /// Returns the managed object reference; empty if the text cannot be one.
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
