package dev.vspherecloud.domain.vm;

/// A VM as vCenter shows it at one moment.
///
/// @param vcenter name of the vCenter, as configured
/// @param name    display name
public record Vm(
        String vcenter,
        String name,
        VmIdentity identity,
        VmRole role,
        Connection connection,
        PowerState power,
        Guest guest,
        Hardware hardware,
        Placement placement) {

    /// A machine that vCenter sees well.
    public Vm(
            String vcenter,
            String name,
            VmIdentity identity,
            PowerState power,
            Guest guest,
            Hardware hardware,
            Placement placement) {
        this(vcenter, name, identity, VmRole.MACHINE, Connection.CONNECTED, power, guest, hardware, placement);
    }

    @Override
    public String toString() {
        return name + " (" + identity.ref().moref() + " on " + vcenter + ")";
    }
}
