package dev.vspherecloud.domain;

import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Values that the tests of the domain use.
public final class Fixtures {
    public static final UUID VCENTER = UUID.fromString("b23fb785-e059-5295-b656-1ce619201f0c");
    public static final SystemUuid BIOS =
            SystemUuid.parse("42000000-0000-0000-0000-0000000000a1").orElseThrow();
    public static final UUID INSTANCE_UUID = UUID.fromString("50000000-0000-0000-0000-0000000000a1");
    public static final TopologyCategories CATEGORIES = new TopologyCategories("k8s-zone", "k8s-region");
    public static final TopologyRules ZONES = new TopologyRules(CATEGORIES, TopologyRules.Mode.COMPATIBLE, true);

    private Fixtures() {}

    public static Vm vm(Guest guest, Placement placement) {
        return new Vm(
                "vc-a",
                "w-1",
                new VmIdentity(new VmRef(VCENTER, "vm-62"), BIOS, INSTANCE_UUID),
                VmRole.MACHINE,
                ConnectionState.CONNECTED,
                PowerState.ON,
                guest,
                new Hardware(4, 16384, "vmwarePhoton64Guest", 0),
                placement,
                Optional.empty());
    }

    public static Vm vm() {
        return vm(guest("10.1.0.5"), nowhere());
    }

    public static Guest guest(String... ips) {
        return guest("w-1.example", List.of(nic(4000, ips)));
    }

    /// Returns a guest of which only the host name and the NICs are known.
    public static Guest guest(String hostName, List<GuestNic> nics) {
        return new Guest(hostName, nics, true, List.of(), new StaticAddresses.None());
    }

    public static GuestNic nic(int device, String... ips) {
        return nic("VM Network", device, ips);
    }

    public static GuestNic nic(String network, int device, String... ips) {
        return new GuestNic(
                network,
                device,
                Arrays.stream(ips)
                        .map(ip -> new GuestAddress(ip, InetAddress.ofLiteral(ip)))
                        .toList());
    }

    public static Placement nowhere() {
        return new Placement(List.of(), List.of(), List.of(), List.of());
    }

    /// Returns a placement whose objects are all readable and have no tags.
    public static Placement untagged() {
        return new Placement(
                List.of(place("HostSystem", "h1")),
                List.of(place("ResourcePool", "p1")),
                List.of(place("VirtualMachine", "w-1")),
                List.of());
    }

    public static Placement onHostPath(InventoryObject... places) {
        return new Placement(List.of(places), List.of(), List.of(), List.of());
    }

    /// Returns a place with tags, each given as `category=name`.
    public static InventoryObject place(String kind, String name, String... tags) {
        var read = new ArrayList<Tag>();
        for (String tag : tags) {
            int equals = tag.indexOf('=');
            read.add(new Tag(tag.substring(0, equals), tag.substring(equals + 1)));
        }
        return new InventoryObject(kind, name + "-ref", name, new TagState.Read(read));
    }
}
