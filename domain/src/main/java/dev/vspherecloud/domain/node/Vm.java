package dev.vspherecloud.domain.node;

/// A VM as vCenter shows it at one moment.
///
/// @param vcenter name of the vCenter, as configured
/// @param name    display name
public record Vm(
        String vcenter,
        String name,
        VmIdentity identity,
        PowerState power,
        Guest guest,
        Hardware hardware,
        Placement placement) {

    @Override
    public String toString() {
        return name + " (" + identity.ref().moref() + " on " + vcenter + ")";
    }
}
