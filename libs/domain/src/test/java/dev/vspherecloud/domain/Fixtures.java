package dev.vspherecloud.domain;

import dev.vspherecloud.domain.address.AddressRules;
import dev.vspherecloud.domain.address.FamilyPolicy;
import dev.vspherecloud.domain.address.IpFamily;
import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.address.NodeNetworks;
import dev.vspherecloud.domain.address.Subnet;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.NodeHealth;
import dev.vspherecloud.domain.node.NodeMeta;
import dev.vspherecloud.domain.node.NodeSettings;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.topology.PlaceLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Connection;
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
import dev.vspherecloud.domain.vm.TagReading;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Values that the tests of the domain start from.
public final class Fixtures {
    public static final UUID VCENTER = UUID.fromString("b23fb785-e059-5295-b656-1ce619201f0c");
    public static final SystemUuid BIOS =
            SystemUuid.parse("42000000-0000-0000-0000-0000000000a1").orElseThrow();
    public static final UUID INSTANCE_UUID = UUID.fromString("50000000-0000-0000-0000-0000000000a1");
    public static final AddressRules IPV4 =
            new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NodeNetworks.ANY);
    public static final NodeSettings PLAIN =
            new NodeSettings(Map.of("vc-a", IPV4), Optional.empty(), Map.of(), PlaceLabels.NONE, false);
    public static final TopologyCategories CATEGORIES = new TopologyCategories("k8s-zone", "k8s-region");
    public static final TopologyRules ZONES = new TopologyRules(CATEGORIES, TopologyRules.Mode.COMPATIBLE, true);

    private Fixtures() {}

    public static NodeView taintedNode() {
        return node("", BIOS.toString(), true, Map.of(), List.of());
    }

    public static NodeView node(
            String providerId,
            String systemUuid,
            boolean tainted,
            Map<String, String> annotations,
            List<NodeAddress> addresses) {
        var meta = new NodeMeta(
                new NodeName("w-1"), "uid-1", "7", Instant.EPOCH, Map.of("node.example/kept", "own"), annotations);
        return new NodeView(meta, providerId, systemUuid, tainted, addresses, NodeHealth.WELL);
    }

    public static Vm vm(Guest guest, Placement placement) {
        return new Vm(
                "vc-a",
                "w-1",
                new VmIdentity(new VmRef(VCENTER, "vm-62"), BIOS, INSTANCE_UUID),
                VmRole.MACHINE,
                Connection.CONNECTED,
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

    /// One of which nothing but host name and interfaces is known.
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

    /// Everything is there and could be read, and nothing has a tag.
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

    /// A place with tags given as `category=name`.
    public static InventoryObject place(String kind, String name, String... tags) {
        var read = new ArrayList<Tag>();
        for (String tag : tags) {
            int equals = tag.indexOf('=');
            read.add(new Tag(tag.substring(0, equals), tag.substring(equals + 1)));
        }
        return new InventoryObject(kind, name + "-ref", name, new TagReading.Read(read));
    }

    /// Rules in words, each `key=value`: `int` and `ext` for the subnets, `not-int` and `not-ext` for the
    /// exclusions, `int-net` and `ext-net` for the networks, `families`. Several values are separated by commas;
    /// IPv4 when no family is named.
    public static AddressRules rules(String words) {
        var said = new HashMap<String, String>();
        for (String word : words.strip().split("\\s+")) {
            int equals = word.indexOf('=');
            said.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
        }
        return new AddressRules(
                Arrays.stream(said.getOrDefault("families", "ipv4").split(","))
                        .map(name -> IpFamily.parse(name).orElseThrow())
                        .toList(),
                FamilyPolicy.REQUIRE,
                new NodeNetworks(
                        subnets(said.get("int")),
                        subnets(said.get("ext")),
                        subnets(said.get("not-int")),
                        subnets(said.get("not-ext")),
                        said.getOrDefault("int-net", ""),
                        said.getOrDefault("ext-net", "")));
    }

    private static List<Subnet> subnets(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(","))
                        .map(text -> Subnet.parse(text).orElseThrow())
                        .toList();
    }

    public static List<NodeAddress> addresses(String hostName, String ip) {
        return List.of(
                new NodeAddress(NodeAddress.Type.HOSTNAME, hostName),
                new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip),
                new NodeAddress(NodeAddress.Type.EXTERNAL_IP, ip));
    }
}
