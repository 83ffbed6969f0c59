package dev.vspherecloud.domain.vm;

import java.util.UUID;

/// Where a VM is: the vCenter and that vCenter's own name for the object.
///
/// A reference is cheap to read but may come to name another VM (after a restore from a backup), so it is believed
/// only together with the UUIDs of the VM it names.
///
/// @param vcenter the instance UUID of the vCenter, from its `about`
/// @param moref   the value of the managed object reference, as in `vm-62`
public record VmRef(UUID vcenter, String moref) {
    public VmRef {
        if (moref.isBlank()) {
            throw new IllegalArgumentException("a reference to a VM is not empty");
        }
    }

    @Override
    public String toString() {
        return moref + "@" + vcenter;
    }
}
