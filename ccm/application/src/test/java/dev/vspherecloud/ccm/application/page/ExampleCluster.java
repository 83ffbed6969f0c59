package dev.vspherecloud.ccm.application.page;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.NameMatching;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;

/// The cluster of the examples: VMs `w-1`, `w-2` ... on vCenter `paris`, in region `eu`, and their Nodes.
public final class ExampleCluster {
    public static final NodeSettings SETTINGS = settings(NodeNetworks.ANY);

    private static final UUID PARIS = UUID.fromString("b23fb785-e059-5295-b656-1ce619201f0c");
    private static final String LABELS = "topology.kubernetes.io/";
    private static final String OLD_LABELS = "failure-domain.beta.kubernetes.io/";
    private static final String INSTANCE_TYPE = "vsphere-vm.cpu-4.mem-16gb.os-photon";

    private ExampleCluster() {}

    static NodeSettings settings(NodeNetworks networks) {
        return new NodeSettings(
                Map.of("paris", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, networks)),
                Optional.of(new TopologyRules(
                        new TopologyCategories("k8s-zone", "k8s-region"), TopologyRules.Mode.COMPATIBLE, true)),
                Map.of(),
                AncestorLabels.NONE,
                false);
    }

    static SystemUuid uuid(int number) {
        return SystemUuid.parse("42000000-0000-0000-0000-0000000000a" + number).orElseThrow();
    }

    /// @param zone  empty if no object above the VM has a tag for it
    /// @param addresses with their prefix lengths
    public static Vm vm(int number, Optional<String> zone, String... addresses) {
        return Vms.machine(
                "paris",
                "w-" + number,
                new VmIdentity(
                        new VmRef(PARIS, "vm-" + (59 + number)),
                        uuid(number),
                        UUID.fromString("50000000-0000-0000-0000-0000000000a" + number)),
                PowerState.ON,
                Vms.guest(
                        "w-" + number,
                        List.of(nic("VM Network", 4000, addresses), nic("", GuestNic.NOT_A_DEVICE, "10.244.0.1/24"))),
                new Hardware(4, 16384, "vmwarePhoton64Guest", 0),
                placement(zone));
    }

    private static GuestNic nic(String network, int key, String... addresses) {
        return new GuestNic(
                network,
                key,
                "00:50:56:00:00:01",
                Stream.of(addresses).map(ExampleCluster::address).toList());
    }

    private static GuestAddress address(String text) {
        String[] parts = text.split("/");
        return new GuestAddress(
                parts[0],
                InetAddress.ofLiteral(parts[0]),
                OptionalInt.of(Integer.parseInt(parts[1])),
                GuestAddress.Origin.DHCP,
                GuestAddress.State.PREFERRED);
    }

    private static Placement placement(Optional<String> zone) {
        InventoryObject datacenter = ancestor("Datacenter", "dc-1", List.of(new Tag("k8s-region", "eu")));
        InventoryObject cluster = ancestor(
                "ClusterComputeResource",
                "blue",
                zone.map(name -> new Tag("k8s-zone", name)).stream().toList());
        InventoryObject root = ancestor("Folder", "Datacenters", List.of());
        return new Placement(
                List.of(ancestor("HostSystem", "esx-1", List.of()), cluster, datacenter, root),
                List.of(ancestor("ResourcePool", "Resources", List.of()), cluster),
                List.of(ancestor("Folder", "vm", List.of()), datacenter, root),
                List.of());
    }

    private static InventoryObject ancestor(String kind, String name, List<Tag> tags) {
        return new InventoryObject(kind, name + "-ref", name, new TagState.Read(tags));
    }

    /// Returns the result of the only vCenter for the Node.
    public static VmLookup lookup(NodeView node, Vm vm) {
        var claim = (NodeIdentity.OnVsphere) node.identity();
        var answer = new VcenterAnswer.Answered("paris", List.of(new VmCandidate.Known(vm)));
        return IdentityPolicy.decide(claim.query(), List.of(answer), NameMatching.OFF);
    }

    /// Returns a Node as a kubelet registers it.
    public static NodeView newNode(int number) {
        return newNode(number, number);
    }

    /// @param uuid the number of the VM whose UUID it reports
    static NodeView newNode(int number, int uuid) {
        return node("w-" + number, uuid, "", Map.of(), Map.of(), List.of());
    }

    /// Returns a Node as cloud-provider-vsphere (Go) initialises it.
    static NodeView node(int number, String ip) {
        return node(
                "w-" + number,
                number,
                new ProviderId(uuid(number)).toString(),
                labels(),
                Map.of(),
                addresses(number, ip));
    }

    /// Returns a Node as this provider initialises it.
    public static NodeView recordedNode(int number, String ip, Vm vm) {
        NodeView node = node(number, ip);
        return node(
                "w-" + number,
                number,
                node.providerId(),
                node.meta().labels(),
                RecordedVm.of(vm).annotations(),
                node.addresses());
    }

    /// Returns a Node of another cloud provider.
    public static NodeView foreignNode() {
        return node("cloud", 0, "aws:///eu-1/i-1", Map.of(), Map.of(), List.of());
    }

    private static NodeView node(
            String name,
            int number,
            String providerId,
            Map<String, String> labels,
            Map<String, String> annotations,
            List<NodeAddress> addresses) {
        var meta = new NodeMeta(new NodeName(name), "uid-" + number, "7", Instant.EPOCH, labels, annotations);
        return new NodeView(
                meta, providerId, uuid(number).toString(), providerId.isEmpty(), addresses, NodeHealth.HEALTHY);
    }

    private static List<NodeAddress> addresses(int number, String ip) {
        var addresses = new ArrayList<NodeAddress>();
        addresses.add(new NodeAddress(NodeAddress.Type.HOSTNAME, "w-" + number));
        addresses.add(new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip));
        addresses.add(new NodeAddress(NodeAddress.Type.EXTERNAL_IP, ip));
        return addresses;
    }

    private static Map<String, String> labels() {
        return Map.of(
                "node.kubernetes.io/instance-type",
                INSTANCE_TYPE,
                "beta.kubernetes.io/instance-type",
                INSTANCE_TYPE,
                LABELS + "zone",
                "zone-a",
                LABELS + "region",
                "eu",
                OLD_LABELS + "zone",
                "zone-a",
                OLD_LABELS + "region",
                "eu");
    }
}
