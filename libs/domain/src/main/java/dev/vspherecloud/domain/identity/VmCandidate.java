package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.Optional;

/// A VM that may be a Node's, as one vCenter shows it.
public sealed interface VmCandidate {
    /// The identity of the VM is known and matches the Node's query.
    ///
    /// @param otherDatacenter the datacenter of the VM if the configuration does not name it, so that the VM does
    ///     not count
    record Known(Vm vm, Optional<OtherDatacenter> otherDatacenter) implements VmCandidate {
        /// Creates a candidate in a datacenter that the configuration names.
        public Known(Vm vm) {
            this(vm, Optional.empty());
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
