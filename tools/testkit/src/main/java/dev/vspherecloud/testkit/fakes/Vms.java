package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.List;
import java.util.Optional;

/// VMs for tests.
public final class Vms {
    private Vms() {}

    /// A powered-on VM that vCenter reads without errors, of a vCenter whose events are unknown.
    public static Vm machine(
            String vcenter,
            String name,
            VmIdentity identity,
            PowerState power,
            Guest guest,
            Hardware hardware,
            Placement placement) {
        return new Vm(
                vcenter,
                name,
                identity,
                VmRole.MACHINE,
                ConnectionState.CONNECTED,
                power,
                guest,
                hardware,
                placement,
                Optional.empty());
    }

    /// A guest with a host name and interfaces, and no other values.
    public static Guest guest(String hostName, List<GuestNic> nics) {
        return new Guest(hostName, nics, true, List.of(), new StaticAddresses.None());
    }
}
