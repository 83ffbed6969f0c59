package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;

/// A VM that may be a Node's, as one vCenter shows it.
public sealed interface VmCandidate {
    /// The identity of the VM is known and matches the Node's query.
    ///
    /// @param isAdmitted true if the VM is in a datacenter that the configuration names
    record Known(Vm vm, boolean isAdmitted) implements VmCandidate {
        /// Returns the name of the VM's datacenter.
        String datacenter() {
            return vm.placement().datacenter().map(InventoryObject::name).orElse("unknown");
        }
    }

    /// The VM was found or recorded, but its configuration cannot be read, so its identity is not known.
    ///
    /// @param vcenter the name of the vCenter, as configured
    /// @param name    the display name of the VM
    record Unreadable(String vcenter, String name, VmRef ref, ConnectionState connection) implements VmCandidate {
        @Override
        public String toString() {
            return name + " (" + ref.moref() + " on " + vcenter + ")";
        }
    }
}
