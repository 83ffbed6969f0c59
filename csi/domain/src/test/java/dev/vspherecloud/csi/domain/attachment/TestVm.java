package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A VM and its Node, for tests.
///
/// @param number makes the name, the reference and the UUIDs
record TestVm(int number, String vcenter, ConnectionState connection, Optional<List<VmDisk>> disks, boolean isNode) {
    private static final UUID VCENTER = new UUID(1, 1);

    static TestVm of(int number) {
        return new TestVm(number, "vc-a", ConnectionState.CONNECTED, Optional.of(List.of()), true);
    }

    TestVm in(String other) {
        return new TestVm(number, other, connection, disks, isNode);
    }

    TestVm with(ConnectionState state) {
        return new TestVm(number, vcenter, state, disks, isNode);
    }

    TestVm withVolume(String volume) {
        var all = new ArrayList<>(disks.orElse(List.of()));
        all.add(disk(volume));
        return new TestVm(number, vcenter, connection, Optional.of(all), isNode);
    }

    TestVm withOtherDisks(int count) {
        var all = new ArrayList<>(disks.orElse(List.of()));
        for (int i = 0; i < count; i++) {
            all.add(new VmDisk(Optional.empty(), Optional.empty(), 1000));
        }
        return new TestVm(number, vcenter, connection, Optional.of(all), isNode);
    }

    TestVm withUnknownDisks() {
        return new TestVm(number, vcenter, connection, Optional.empty(), isNode);
    }

    TestVm withoutNode() {
        return new TestVm(number, vcenter, connection, disks, false);
    }

    static VmDisk disk(String volume) {
        return new VmDisk(Optional.of(volume), Optional.of("6000c2950000000000000000000000ab"), 1000);
    }

    String id() {
        return new UUID(2, number).toString();
    }

    String ref() {
        return vm().identity().ref().toString();
    }

    NodeName key() {
        return new NodeName(isNode ? "node-" + number : "former/" + id());
    }

    Vm vm() {
        return new Vm(
                vcenter,
                "vm-" + number,
                new VmIdentity(
                        new VmRef(VCENTER, "vm-" + number), new SystemUuid(new UUID(2, number)), new UUID(3, number)),
                VmRole.MACHINE,
                connection,
                PowerState.ON,
                new Guest("", List.of(), true, List.of(), new StaticAddresses.None()),
                new Hardware(2, 4096, "ubuntu64Guest", 1),
                new Placement(List.of(), List.of(), List.of(), List.of()),
                Optional.empty());
    }

    FollowedVm machine() {
        return machine(new VmLookup.Found(vm()));
    }

    /// Returns the machine whose node plugin announces this number of volumes.
    FollowedVm announcing(long maxVolumes) {
        FollowedVm known = machine();
        return new FollowedVm(
                known.key(), known.node(), known.nodeIds(), known.lookup(), known.vms(), known.recorded(), maxVolumes);
    }

    /// Returns the machine with another answer of the vCenters. Its VM is the last known one.
    FollowedVm machine(VmLookup lookup) {
        return new FollowedVm(
                key(),
                isNode ? Optional.of(new NodeName("node-" + number)) : Optional.empty(),
                Set.of(id()),
                lookup,
                List.of(new VmWithDisks(vm(), disks, lookup instanceof VmLookup.Found)),
                Optional.empty());
    }

    /// Returns the machine of which two VMs have the UUID.
    FollowedVm twin(TestVm other, boolean isRecorded) {
        return new FollowedVm(
                key(),
                Optional.of(new NodeName("node-" + number)),
                Set.of(id()),
                new VmLookup.Ambiguous(List.of(vm(), other.vm())),
                List.of(new VmWithDisks(vm(), disks, true), new VmWithDisks(other.vm(), other.disks(), true)),
                isRecorded ? Optional.of(RecordedVm.of(vm())) : Optional.empty());
    }
}
