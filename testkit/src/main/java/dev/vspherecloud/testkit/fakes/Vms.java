package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.domain.vm.Connection;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.Optional;

/// VMs for tests.
public final class Vms {
    private Vms() {}

    /// A machine that vCenter sees well, of a vCenter whose events are not known.
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
                Connection.CONNECTED,
                power,
                guest,
                hardware,
                placement,
                Optional.empty());
    }
}
