package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.vsphere.client.MoRef;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A VM as one vCenter reports it.
///
/// @param uuids the UUIDs; empty while vCenter cannot read the VM's configuration (inaccessible, or the
///     permission is missing)
/// @param parents  the host on which the VM runs, and its resource pool and folder
record VmRecord(
        MoRef ref,
        String name,
        Optional<Uuids> uuids,
        VmRole role,
        ConnectionState connection,
        PowerState power,
        Guest guest,
        Hardware hardware,
        Parents parents) {
    record Uuids(SystemUuid bios, UUID instance) {}

    /// The inventory objects directly above a VM.
    ///
    /// @param pool   a resource pool or a vApp
    /// @param folder a folder or, for a VM in a vApp, the vApp
    record Parents(Optional<MoRef> host, Optional<MoRef> pool, Optional<MoRef> folder) {}

    /// Returns the same VM with the default gateways of its guest.
    VmRecord withGateways(List<InetAddress> gateways) {
        var guestWithGateways =
                new Guest(guest.hostName(), guest.nics(), guest.toolsRunning(), gateways, guest.statics());
        return new VmRecord(ref, name, uuids, role, connection, power, guestWithGateways, hardware, parents);
    }
}
