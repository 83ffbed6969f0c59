package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Nodes as cloud-provider-vsphere (Go) leaves them, and the one VM that may be theirs: `w-1`, 10.1.0.5 in
/// `zone-a`.
final class UpstreamNodes {
    static final SystemUuid BIOS =
            SystemUuid.parse("42000000-0000-0000-0000-0000000000a1").orElseThrow();
    static final String PROVIDER_ID = "vsphere://" + BIOS;
    static final VmRef REF = new VmRef(UUID.fromString("b23fb785-e059-5295-b656-1ce619201f0c"), "vm-62");

    static final NodeSettings SETTINGS = new NodeSettings(
            Map.of("vc-a", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NodeNetworks.ANY)),
            Optional.of(new TopologyRules(
                    new TopologyCategories("k8s-zone", "k8s-region"), TopologyRules.Mode.COMPATIBLE, true)),
            Map.of(),
            AncestorLabels.NONE,
            false);
    static final PlanRules RULES = new PlanRules(SETTINGS, LifecycleRules.DEFAULTS, true, true, false);

    private UpstreamNodes() {}

    static NodeView node() {
        return node(PROVIDER_ID, "10.1.0.5");
    }

    static NodeView node(String providerId, String... ips) {
        return new NodeView(
                meta(labels(), Map.of()), providerId, BIOS.toString(), false, addresses(ips), NodeHealth.HEALTHY);
    }

    /// Returns a Node as a kubelet registers it.
    static NodeView newNode() {
        return new NodeView(meta(Map.of(), Map.of()), "", BIOS.toString(), true, addresses(), NodeHealth.HEALTHY);
    }

    static NodeView with(NodeView node, String label, String value) {
        var labels = new HashMap<>(node.meta().labels());
        labels.put(label, value);
        return with(node, labels, node.meta().annotations());
    }

    static NodeView with(NodeView node, Map<String, String> labels, Map<String, String> annotations) {
        return new NodeView(
                meta(labels, annotations),
                node.providerId(),
                node.systemUuid(),
                node.isUninitialised(),
                node.addresses(),
                node.health());
    }

    static NodeView with(NodeView node, Ready ready, boolean isShutDown) {
        return new NodeView(
                node.meta(),
                node.providerId(),
                node.systemUuid(),
                node.isUninitialised(),
                node.addresses(),
                new NodeHealth(ready, Instant.EPOCH, isShutDown, false, false));
    }

    static NodeView named(String name, NodeView node) {
        NodeMeta meta = node.meta();
        return new NodeView(
                new NodeMeta(
                        new NodeName(name),
                        meta.uid(),
                        meta.resourceVersion(),
                        meta.created(),
                        meta.labels(),
                        meta.annotations()),
                node.providerId(),
                node.systemUuid(),
                node.isUninitialised(),
                node.addresses(),
                node.health());
    }

    /// Returns the Node with the record that this provider writes.
    static NodeView recorded(NodeView node) {
        return with(node, node.meta().labels(), RecordedVm.of(vm()).annotations());
    }

    private static NodeMeta meta(Map<String, String> labels, Map<String, String> annotations) {
        return new NodeMeta(new NodeName("w-1"), "uid-1", "7", Instant.EPOCH, labels, annotations);
    }

    private static List<NodeAddress> addresses(String... ips) {
        var addresses = new ArrayList<NodeAddress>();
        addresses.add(new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"));
        for (String ip : ips) {
            addresses.add(new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip));
            addresses.add(new NodeAddress(NodeAddress.Type.EXTERNAL_IP, ip));
        }
        return List.copyOf(addresses);
    }

    private static Map<String, String> labels() {
        var labels = new HashMap<String, String>();
        for (String key : List.of("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")) {
            labels.put(key, "vsphere-vm.cpu-4.mem-16gb.os-photon");
        }
        for (String prefix : List.of("topology.kubernetes.io/", "failure-domain.beta.kubernetes.io/")) {
            labels.put(prefix + "zone", "zone-a");
            labels.put(prefix + "region", "eu");
        }
        return labels;
    }

    static Vm vm() {
        return vm(PowerState.ON, ConnectionState.CONNECTED);
    }

    static Vm vm(PowerState power, ConnectionState connection) {
        return vm(power, connection, "10.1.0.5");
    }

    static Vm vm(PowerState power, ConnectionState connection, String ip) {
        var identity = new VmIdentity(REF, BIOS, UUID.fromString("50000000-0000-0000-0000-0000000000a1"));
        var nic = new GuestNic("VM Network", 4000, List.of(new GuestAddress(ip, InetAddress.ofLiteral(ip))));
        return new Vm(
                "vc-a",
                "w-1",
                identity,
                VmRole.MACHINE,
                connection,
                power,
                Vms.guest("w-1", List.of(nic)),
                new Hardware(4, 16384, "vmwarePhoton64Guest", 0),
                placement(),
                Optional.empty());
    }

    private static Placement placement() {
        return new Placement(
                List.of(
                        place("ClusterComputeResource", "blue", new Tag("k8s-zone", "zone-a")),
                        place("Datacenter", "dc-1", new Tag("k8s-region", "eu"))),
                List.of(),
                List.of(),
                List.of());
    }

    private static InventoryObject place(String kind, String name, Tag tag) {
        return new InventoryObject(kind, name + "-ref", name, new TagState.Read(List.of(tag)));
    }

    static VmLookup found(Vm vm) {
        return new VmLookup.Found(vm);
    }

    static VmLookup missing() {
        return new VmLookup.Missing(List.of("vc-a"));
    }

    static NodeInput input(NodeView node, VmLookup lookup) {
        return new NodeInput(node, Optional.of(lookup), NodeContext.INITIAL);
    }

    /// Returns the input for a Node that names no VM.
    static NodeInput inputWithoutVm(NodeView node) {
        return new NodeInput(node, Optional.empty(), NodeContext.INITIAL);
    }

    /// Returns a plan with one Node of each kind, and a vCenter that does not answer.
    static Plan plan() {
        var silence = new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "nothing listens on vc-b:443");
        return Plan.of(
                List.of(
                        inputWithoutVm(named("cloud", node("aws:///eu-1/i-1"))),
                        input(with(named("lost", node()), Ready.UNKNOWN, false), missing()),
                        input(
                                with(named("off", recorded(node())), Ready.FALSE, false),
                                found(vm(PowerState.OFF, ConnectionState.CONNECTED))),
                        input(named("old", node(PROVIDER_ID, "10.1.0.99")), found(vm())),
                        input(named("w-1", node()), found(vm())),
                        input(named("waits", newNode()), missing())),
                List.of(silence),
                RULES);
    }
}
