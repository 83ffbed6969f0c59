package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;

/// A VM that may be a Node's, as its vCenter shows it.
public sealed interface VmCandidate {
    /// It says who it is, and that is whom the Node names.
    ///
    /// @param isAdmitted whether it is in a datacenter that the configuration names
    record Known(Vm vm, boolean isAdmitted) implements VmCandidate {
        /// Name of the datacenter it is in.
        String datacenter() {
            return vm.placement().datacenter().map(InventoryObject::name).orElse("unknown");
        }
    }

    /// It was found or recorded, and its configuration can't be read, so who it is stays open.
    ///
    /// @param vcenter name of the vCenter, as configured
    /// @param name    display name
    record Unreadable(String vcenter, String name, VmRef ref, ConnectionState connection) implements VmCandidate {
        @Override
        public String toString() {
            return name + " (" + ref.moref() + " on " + vcenter + ")";
        }
    }
}
