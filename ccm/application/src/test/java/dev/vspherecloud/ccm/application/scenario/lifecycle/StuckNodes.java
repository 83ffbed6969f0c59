package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static dev.vspherecloud.ccm.application.scenario.lifecycle.StuckNode.because;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.ADDRESSES_EXCLUDED;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.FAMILY_MISSING;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.GUEST_HOST_NAME_MISSING;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.GUEST_NIC_MISSING;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.IDENTITY_CONFLICT;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.NETWORK_MISSING;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.NODE_IP_MALFORMED;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.NODE_IP_UNMATCHED;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.NO_USABLE_ADDRESS;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.STATIC_ADDRESSES_UNREADABLE;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.TOOLS_NOT_RUNNING;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_AMBIGUOUS;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_DISCONNECTED;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_INACCESSIBLE;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_IN_OTHER_DATACENTER;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_IS_PLACEHOLDER;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_IS_TEMPLATE;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_NOT_FOUND;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_ORPHANED;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.VM_POWERED_OFF;
import static dev.vspherecloud.ccm.domain.reason.NodeReason.WRITE_REFUSED;
import static dev.vspherecloud.domain.reason.VsphereReason.PROVIDER_ID_MALFORMED;
import static dev.vspherecloud.domain.reason.VsphereReason.TAG_AMBIGUOUS;
import static dev.vspherecloud.domain.reason.VsphereReason.ZONE_INVALID;
import static dev.vspherecloud.domain.reason.VsphereReason.ZONE_MISSING;

import dev.vspherecloud.ccm.application.scenario.lifecycle.StuckNode.Place;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.NicSpec;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import java.util.List;

/// The causes that affect one Node, all with one configuration: it excludes subnets, names networks, and omits a
/// datacenter, and the second vCenter requires two families.
final class StuckNodes {
    /// The annotation with the value of the kubelet's flag `--node-ip`.
    private static final String NODE_IP = "alpha.kubernetes.io/provided-node-ip";

    private static final String FORBIDDEN = """
            {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,\
            "message":"nodes is forbidden: cannot patch resource nodes/status"}""";

    private StuckNodes() {}

    static final List<StuckNode> ALL = List.of(
            // VM
            because("there is no VM", VM_NOT_FOUND)
                    .withoutVm()
                    .until(place -> place.site().vcenter().addVm(place.vm())),
            because("two VMs have one UUID", VM_AMBIGUOUS)
                    .beside(place -> place.site().vcenter().addVm(copyOf(place)))
                    .until(place -> place.site().vcenter().destroy(place.ref("copy"))),
            because("the VM is a template", VM_IS_TEMPLATE)
                    .vm(vm -> vm.poweredOff().template(true))
                    .untilVm(vm -> vm.template(false).poweredOn()),
            because("the VM is a placeholder", VM_IS_PLACEHOLDER)
                    .vm(vm -> vm.managedBy("placeholderVm"))
                    .untilVm(vm -> vm.managedBy("")),
            because("the provider id names another machine", IDENTITY_CONFLICT)
                    .node(node -> node.providerId("vsphere://42000000-0000-4000-8000-00000000000f"))
                    .until(StuckNodes::registerAnew),
            because("the datacenter is left out", VM_IN_OTHER_DATACENTER)
                    .vm(vm -> vm.in("elsewhere", "far").onHost("far-host-1"))
                    .until(place -> place.bed().write("vsphere.conf", config(place.bed(), "vc-a-dc, elsewhere"))),
            because("the provider id names nothing", PROVIDER_ID_MALFORMED)
                    .node(node -> node.providerId("vsphere://nothing"))
                    .until(StuckNodes::registerAnew),
            // Guest and addresses
            because("the VM is inaccessible", VM_INACCESSIBLE)
                    .vm(vm -> vm.connectionState("inaccessible"))
                    .untilVm(vm -> vm.connectionState("connected")),
            because("the VM is orphaned", VM_ORPHANED)
                    .vm(vm -> vm.connectionState("orphaned"))
                    .untilVm(vm -> vm.connectionState("connected")),
            because("the host is disconnected", VM_DISCONNECTED)
                    .vm(vm -> vm.connectionState("disconnected"))
                    .untilVm(vm -> vm.connectionState("connected")),
            because("the VM is powered off", VM_POWERED_OFF)
                    .vm(vm -> vm.poweredOff().toolsRunning(false).hostName("").noNics())
                    .untilVm(vm ->
                            vm.poweredOn().toolsRunning(true).hostName("on").address("10.21.0.7/16")),
            because("the guest has no host name", GUEST_HOST_NAME_MISSING)
                    .vm(vm -> vm.hostName(""))
                    .untilVm(vm -> vm.hostName("named")),
            because("VMware Tools do not run", TOOLS_NOT_RUNNING)
                    .vm(vm -> vm.toolsRunning(false).hostName("").noNics())
                    .untilVm(vm -> vm.toolsRunning(true).hostName("up").address("10.21.0.1/16")),
            because("there is no NIC", GUEST_NIC_MISSING).vm(VmSpec::noNics).untilVm(vm -> vm.address("10.21.0.2/16")),
            because("there are only link-local addresses", NO_USABLE_ADDRESS)
                    .vm(vm -> vm.noNics().address("169.254.7.7/16", "fe80::7/64"))
                    .untilVm(vm -> vm.address("169.254.7.7/16", "10.21.0.3/16")),
            because("every address is excluded", ADDRESSES_EXCLUDED)
                    .vm(vm -> vm.noNics().address("10.99.0.4/16"))
                    .untilVm(vm -> vm.address("10.21.0.4/16")),
            because("the network is another", NETWORK_MISSING)
                    .vm(vm -> vm.noNics().nic(NicSpec.aNic("Storage").address("10.21.0.5/16")))
                    .untilVm(vm -> vm.address("10.21.0.5/16")),
            because("a family is missing", FAMILY_MISSING)
                    .on("vc-b")
                    .untilVm(vm -> vm.address("10.21.0.6/16", "fd01::6/64")),
            because("the kubelet's node IP cannot be read", NODE_IP_MALFORMED)
                    .node(node -> node.annotation(NODE_IP, "10.20.0.x"))
                    .until(place -> annotate(place, place.address())),
            because("the VM does not have the kubelet's node IP", NODE_IP_UNMATCHED)
                    .node(node -> node.annotation(NODE_IP, "10.22.0.1"))
                    .until(place -> annotate(place, place.address())),
            because("static addresses cannot be read", STATIC_ADDRESSES_UNREADABLE)
                    .vm(vm -> vm.extraConfig("guestinfo.metadata", "network: {")
                            .extraConfig("guestinfo.metadata.encoding", "base64"))
                    .untilVm(vm -> vm.extraConfig("guestinfo.metadata", "")),
            // Zone and region
            because("nothing is tagged", ZONE_MISSING)
                    .vm(vm -> vm.in("vc-a-dc", "untagged").onHost("untagged-host-1"))
                    .until(place -> attachZone(place, "zone-c", "untagged")),
            because("the tag cannot be a label", ZONE_INVALID)
                    .vm(vm -> vm.in("vc-a-dc", "odd").onHost("odd-host-1"))
                    .beside(place -> attachZone(place, "zone with a blank", "odd"))
                    .until(StuckNodes::replaceZone),
            because("two tags are on one object", TAG_AMBIGUOUS)
                    .vm(vm -> vm.in("vc-a-dc", "twofold").onHost("twofold-host-1"))
                    .beside(place -> {
                        attachZone(place, "zone-f", "twofold");
                        attachZone(place, "zone-g", "twofold");
                    })
                    .until(place -> detachZone(place, "zone-g", "twofold")),
            // Writes
            because("the right to write is missing", WRITE_REFUSED)
                    .beside(StuckNodes::forbidWrites)
                    .until(place -> place.bed().apiProxy().clearRules()));

    /// Adds the inventory objects that the rows need.
    static void prepare(TestBed bed) {
        VcenterSite site = bed.addVcenter("vc-a");
        bed.addVcenter("vc-b");
        site.vcenter()
                .add(Topology.empty()
                        .cluster("vc-a-dc", "untagged", 1)
                        .cluster("vc-a-dc", "odd", 1)
                        .cluster("vc-a-dc", "twofold", 1)
                        .cluster("elsewhere", "far", 1));
        var elsewhere = site.vcenter().inventory().datacenter("elsewhere");
        site.vcenter().attach(zone(site, "zone-d"), elsewhere.tagged());
        site.vcenter()
                .attach(site.vcenter().addCategory(TestBed.REGION, "region-d").tag("region-d"), elsewhere.tagged());
    }

    /// @param datacenters the configured datacenters of the first vCenter
    static String config(TestBed bed, String datacenters) {
        return "vcenter:\n"
                + bed.vcenter("vc-a").config() + "    datacenters: [" + datacenters + "]\n"
                + bed.vcenter("vc-b").config() + "    ipFamily: [ipv4, ipv6]\n"
                + """
                nodes:
                  internalVmNetworkName: VM Network
                  externalVmNetworkName: VM Network
                  excludeInternalNetworkSubnetCidr: 10.99.0.0/16
                  excludeExternalNetworkSubnetCidr: 10.99.0.0/16
                """
                + TestBed.labels();
    }

    private static void annotate(Place place, String nodeIp) {
        place.bed()
                .objects()
                .patchNode(place.node(), "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(NODE_IP, nodeIp));
    }

    private static VmSpec copyOf(Place place) {
        return place.vm().name("copy").instanceUuid("42000000-0000-4000-8000-000000000001");
    }

    private static void registerAnew(Place place) {
        place.bed().objects().deleteNode(place.node());
        place.bed().objects().createNode(place.nodeSpec());
    }

    private static String zone(VcenterSite site, String name) {
        return site.vcenter().addCategory(TestBed.ZONE, name).tag(name);
    }

    private static void attachZone(Place place, String zone, String cluster) {
        var inventory = place.site().vcenter().inventory();
        place.site()
                .vcenter()
                .attach(
                        zone(place.site(), zone),
                        inventory.cluster("vc-a-dc", cluster).tagged());
    }

    private static void detachZone(Place place, String zone, String cluster) {
        var inventory = place.site().vcenter().inventory();
        place.site()
                .vcenter()
                .detach(
                        zone(place.site(), zone),
                        inventory.cluster("vc-a-dc", cluster).tagged());
    }

    private static void replaceZone(Place place) {
        detachZone(place, "zone with a blank", "odd");
        attachZone(place, "zone-e", "odd");
    }

    private static void forbidWrites(Place place) {
        String path = "/nodes/" + place.node() + "/status";
        place.bed()
                .apiProxy()
                .add(Rule.when(
                                "forbidden",
                                (name, request) -> name.equals("patch nodes/status")
                                        && request.path().endsWith(path))
                        .then(Fault.answer(403, "application/json", FORBIDDEN)));
    }
}
