package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.testkit.fakes.Vms;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The entry of a machine in the inventory of one vCenter.
///
/// @param power      the power state that vCenter shows; for a VM that is not connected, the last known one
/// @param datacenter the configuration names only [#LISTED]
/// @param role       of a copy, it may differ
public record ModelVm(
        String moref,
        Machine machine,
        UUID instanceUuid,
        String datacenter,
        String folder,
        String pool,
        String host,
        ConnectionState connection,
        PowerState power,
        VmRole role) {
    public static final String LISTED = "datacenter-1";
    public static final String UNLISTED = "datacenter-2";

    private static final Guest SILENT_GUEST = Vms.guest("", List.of());
    private static final Hardware HARDWARE = new Hardware(2, 4096, "ubuntu64Guest", 0);
    private static final TagState UNTAGGED = new TagState.Read(List.of());

    public boolean isAdmitted() {
        return datacenter.equals(LISTED);
    }

    /// Returns true if the files are readable. Otherwise the VM has no `config`, and no search finds it.
    boolean hasReadableFiles() {
        return connection != ConnectionState.INACCESSIBLE && connection != ConnectionState.INVALID;
    }

    public ModelVm on(String otherHost) {
        return new ModelVm(moref, machine, instanceUuid, datacenter, folder, pool, otherHost, connection, power, role);
    }

    public ModelVm in(String otherDatacenter, String otherFolder) {
        return new ModelVm(
                moref, machine, instanceUuid, otherDatacenter, otherFolder, pool, host, connection, power, role);
    }

    public ModelVm with(ConnectionState now) {
        return new ModelVm(moref, machine, instanceUuid, datacenter, folder, pool, host, now, power, role);
    }

    /// Returns the entry after a report of the host.
    ModelVm refreshed() {
        return connection == ConnectionState.CONNECTED && power != machine.power()
                ? new ModelVm(
                        moref, machine, instanceUuid, datacenter, folder, pool, host, connection, machine.power(), role)
                : this;
    }

    public VmRef ref(UUID vcenter) {
        return new VmRef(vcenter, moref);
    }

    public Vm shown(String vcenter, UUID instance, Optional<EventPosition> seen) {
        InventoryObject place = place("Datacenter", datacenter);
        return new Vm(
                vcenter,
                machine.node().value(),
                new VmIdentity(ref(instance), machine.uuid(), instanceUuid),
                role,
                connection,
                power,
                SILENT_GUEST,
                HARDWARE,
                new Placement(
                        List.of(place("HostSystem", host), place),
                        List.of(place("ResourcePool", pool), place),
                        List.of(place("VirtualMachine", moref), place("Folder", folder), place),
                        List.of()),
                seen);
    }

    private static InventoryObject place(String kind, String moref) {
        return new InventoryObject(kind, moref, moref, UNTAGGED);
    }
}
