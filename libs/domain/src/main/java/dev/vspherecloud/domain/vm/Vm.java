package dev.vspherecloud.domain.vm;

import java.util.Optional;

/// A VM as vCenter shows it at one moment.
///
/// @param vcenter the name of the vCenter, as configured
/// @param name    the display name of the VM
/// @param seenAt    an event that vCenter had when the VM already existed; empty if its events cannot be read
public record Vm(
        String vcenter,
        String name,
        VmIdentity identity,
        VmRole role,
        ConnectionState connection,
        PowerState power,
        Guest guest,
        Hardware hardware,
        Placement placement,
        Optional<EventPosition> seenAt) {
    @Override
    public String toString() {
        return name + " (" + identity.ref().moref() + " on " + vcenter + ")";
    }
}
