package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressVerdict;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeVerdict;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.Namesake;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.AncestorVerdict;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.Guest;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;

/// Nodes to explain. The verdicts are made up, so that the texts do not change with the policies.
final class Situations {
    static final SystemUuid BIOS =
            SystemUuid.parse("42000000-0000-0000-0000-0000000000a1").orElseThrow();
    static final String PROVIDER_ID = "vsphere://" + BIOS;

    private static final String TYPE = "vsphere-vm.cpu-4.mem-16gb.os-photon";

    private Situations() {}

    /// Everything is healthy.
    static Explanation healthy() {
        return new Explanation(
                node(
                        "w-1",
                        PROVIDER_ID,
                        false,
                        Map.of(LabelChange.INSTANCE_TYPE, TYPE, LabelChange.ZONE, "zone-a", LabelChange.REGION, "eu"),
                        chosen().addresses()),
                Optional.of(found()),
                verdict(new NodeDecision.NoChange(), Optional.of(chosen()), Optional.of(zone("zone-a")), List.of()),
                List.of());
    }

    /// The VM was migrated.
    static Explanation drifted() {
        Explanation healthy = healthy();
        var drift = new Reason(NodeReason.TOPOLOGY_DRIFT, "its VM is in zone-b now");
        return new Explanation(
                healthy.node(),
                healthy.lookup(),
                verdict(
                        new NodeDecision.NoChange(),
                        Optional.of(chosen()),
                        Optional.of(zone("zone-b")),
                        List.of(drift)),
                List.of(new VmLookup.Silence(
                        "vc-b", VsphereReason.VCENTER_UNREACHABLE, "nothing listens on vc-b:443")));
    }

    /// Everything is known, and the provider has written nothing yet.
    static Explanation due() {
        var addresses = new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.1.0.9");
        var marks = new InitialisationPatch(
                Optional.of(new ProviderId(BIOS)),
                Map.of(LabelChange.INSTANCE_TYPE, TYPE, LabelChange.ZONE, "zone-a", "team", "blue"),
                RecordedVm.of(vm()).annotations());
        return new Explanation(
                node("w-2", "", true, Map.of(), List.of(addresses)),
                Optional.of(found()),
                verdict(
                        new NodeDecision.Initialise(vm(), chosen(), marks),
                        Optional.of(chosen()),
                        Optional.of(zone("zone-a")),
                        List.of()),
                List.of());
    }

    /// VMware Tools report nothing.
    static Explanation waiting() {
        var reason = new Reason(NodeReason.GUEST_HOST_NAME_MISSING, "the guest reports no host name");
        return new Explanation(
                node("w-3", "", true, Map.of(), List.of()),
                Optional.of(found()),
                verdict(
                        new NodeDecision.Blocked(reason),
                        Optional.of(new AddressChoice.Unreported(reason, List.of())),
                        Optional.empty(),
                        List.of()),
                List.of());
    }

    /// Two VMs have the Node's UUID.
    static Explanation ambiguous() {
        var reason = new Reason(NodeReason.VM_AMBIGUOUS, "2 VMs have it");
        return new Explanation(
                node("w-4", "", true, Map.of(), List.of()),
                Optional.of(new VmLookup.Ambiguous(List.of(vm(), vm()))),
                verdict(new NodeDecision.Blocked(reason), Optional.empty(), Optional.empty(), List.of()),
                List.of());
    }

    /// No VM has the Node's UUID, and one has its name.
    static Explanation namesake(Optional<NodeName> owner) {
        var reason = new Reason(NodeReason.VM_NOT_FOUND, "no VM has it");
        return new Explanation(
                node("w-1", "", true, Map.of(), List.of()),
                Optional.of(new VmLookup.Missing(List.of("vc-a"), Optional.of(new Namesake(vm(), owner)))),
                verdict(new NodeDecision.Blocked(reason), Optional.empty(), Optional.empty(), List.of()),
                List.of());
    }

    static Explanation foreign() {
        return Explanation.withoutAsking(node("cloud", "aws:///eu-1/i-1", false, Map.of(), List.of()))
                .orElseThrow();
    }

    /// The Node is not initialised, and has no VM.
    /// Each name of the Node, and the answer of a vCenter, ends with the text.
    static Explanation hostile(String text) {
        Map<String, String> labels = Map.of(LabelChange.ZONE, "zone" + text, "label" + text, "value" + text);
        Explanation explained = Explanation.withoutAsking(node("w" + text, "aws:///" + text, false, labels, List.of()))
                .orElseThrow();
        return new Explanation(
                explained.node(),
                explained.lookup(),
                explained.verdict(),
                List.of(new VmLookup.Silence("vc" + text, VsphereReason.VCENTER_UNREACHABLE, "why" + text)));
    }

    static Explanation unproven() {
        return new Explanation(
                node("metal", "", false, Map.of(), List.of()),
                Optional.of(new VmLookup.Missing(List.of("vc-a"))),
                verdict(new NodeDecision.Ignore(), Optional.empty(), Optional.empty(), List.of()),
                List.of());
    }

    static Stream<Explanation> all() {
        return Stream.of(healthy(), drifted(), due(), waiting(), ambiguous(), foreign(), unproven());
    }

    static NodeView node(
            String name,
            String providerId,
            boolean uninitialized,
            Map<String, String> labels,
            List<NodeAddress> addresses) {
        var meta = new NodeMeta(new NodeName(name), "uid-1", "7", Instant.EPOCH, labels, Map.of());
        return new NodeView(meta, providerId, BIOS.toString(), uninitialized, addresses, NodeHealth.HEALTHY);
    }

    static VmLookup found() {
        return new VmLookup.Found(vm(), "the only VM with the UUID", Optional.empty());
    }

    static Vm vm() {
        return Vms.machine(
                "vc-a",
                "w-1",
                new VmIdentity(
                        new VmRef(UUID.fromString("b23fb785-e059-5295-b656-1ce619201f0c"), "vm-62"),
                        BIOS,
                        UUID.fromString("50000000-0000-0000-0000-0000000000a1")),
                PowerState.ON,
                guest(),
                new Hardware(4, 16384, "vmwarePhoton64Guest", 0),
                placement("zone-a"));
    }

    private static Guest guest() {
        return Vms.guest(
                "w-1.example",
                List.of(
                        new GuestNic(
                                "VM Network",
                                4000,
                                "00:50:56:00:00:01",
                                List.of(address("10.1.0.5", 16), address("10.1.0.100", 32))),
                        new GuestNic("", GuestNic.NOT_A_DEVICE, List.of(address("10.244.0.1", 24)))));
    }

    private static GuestAddress address(String text, int prefixLength) {
        return new GuestAddress(
                text,
                InetAddress.ofLiteral(text),
                OptionalInt.of(prefixLength),
                GuestAddress.Origin.DHCP,
                GuestAddress.State.PREFERRED);
    }

    static AddressChoice.Chosen chosen() {
        return new AddressChoice.Chosen(
                List.of(
                        new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1.example"),
                        new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.1.0.5"),
                        new NodeAddress(NodeAddress.Type.EXTERNAL_IP, "10.1.0.5")),
                List.of("IPv4 InternalIP: the first that is not excluded"),
                List.of(
                        new AddressVerdict(
                                "10.1.0.5",
                                "VM Network",
                                4000,
                                List.of(NodeAddress.Type.INTERNAL_IP, NodeAddress.Type.EXTERNAL_IP),
                                "the first that is not excluded"),
                        new AddressVerdict(
                                "10.1.0.100", "VM Network", 4000, List.of(), "virtual: /32 beside a wider one"),
                        new AddressVerdict("10.1.0.7", "VM Network", 4000, List.of(), "kept, not reported any more")),
                Optional.empty(),
                Optional.empty());
    }

    private static Placement placement(String zone) {
        return new Placement(
                List.of(
                        place("HostSystem", "esx-1", List.of()),
                        place("ClusterComputeResource", "blue", List.of(new Tag("k8s-zone", zone)))),
                List.of(new InventoryObject(
                        "ResourcePool", "resgroup-1", "Resources", new TagState.Failed("no right to read it"))),
                List.of(place("Datacenter", "dc-1", List.of(new Tag("k8s-region", "eu")))),
                List.of());
    }

    private static InventoryObject place(String kind, String name, List<Tag> tags) {
        return new InventoryObject(kind, name + "-ref", name, new TagState.Read(tags));
    }

    private static TopologyChoice zone(String zone) {
        return new TopologyChoice.Chosen(
                Optional.of(zone),
                Optional.of("eu"),
                List.of(
                        AncestorVerdict.evaluated(
                                "host", place("HostSystem", "esx-1", List.of()), "no tag of either category"),
                        AncestorVerdict.evaluated(
                                "host",
                                place("ClusterComputeResource", "blue", List.of(new Tag("k8s-zone", zone))),
                                "zone " + zone)));
    }

    static NodeVerdict verdict(
            NodeDecision decision,
            Optional<AddressChoice> addresses,
            Optional<TopologyChoice> topology,
            List<Reason> remarks) {
        return new NodeVerdict(decision, remarks, addresses, topology, ReportHistory.EMPTY, Optional.empty());
    }
}
