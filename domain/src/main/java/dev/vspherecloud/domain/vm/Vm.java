package dev.vspherecloud.domain.vm;

import java.util.Optional;

/// A VM as vCenter shows it at one moment.
///
/// @param vcenter name of the vCenter, as configured
/// @param name    display name
/// @param seen    an event that vCenter had when it was already there; empty when its events can't be read
public record Vm(
        String vcenter,
        String name,
        VmIdentity identity,
        VmRole role,
        Connection connection,
        PowerState power,
        Guest guest,
        Hardware hardware,
        Placement placement,
        Optional<EventMark> seen) {

    /// A VM of a vCenter whose events are not known.
    public Vm(
            String vcenter,
            String name,
            VmIdentity identity,
            VmRole role,
            Connection connection,
            PowerState power,
            Guest guest,
            Hardware hardware,
            Placement placement) {
        this(vcenter, name, identity, role, connection, power, guest, hardware, placement, Optional.empty());
    }

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
