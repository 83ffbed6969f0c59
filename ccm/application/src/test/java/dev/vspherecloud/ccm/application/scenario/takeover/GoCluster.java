package dev.vspherecloud.ccm.application.scenario.takeover;

import static dev.vspherecloud.ccm.application.scenario.takeover.GoNodes.addressed;
import static dev.vspherecloud.ccm.application.scenario.takeover.GoNodes.named;
import static dev.vspherecloud.ccm.application.scenario.takeover.GoNodes.on;
import static dev.vspherecloud.ccm.application.scenario.takeover.GoNodes.typed;
import static dev.vspherecloud.ccm.application.scenario.takeover.GoNodes.zoned;
import static dev.vspherecloud.testkit.inventory.NicSpec.aNic;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedKubelets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A cluster on two vCenters that cloud-provider-vsphere (Go) managed. Most of its Nodes are in order. One or two
/// have each known problem, and their names say which.
///
/// Threads: one.
final class GoCluster {
    private static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown:NoSchedule";
    private static final String OLDER_ZONE = "failure-domain.beta.kubernetes.io/zone";

    private final VcenterSite site;
    private final VcenterSite other;
    private final List<VmSpec> vms = new ArrayList<>();
    private final List<NodeSpec> nodes = new ArrayList<>();
    private final List<String> silent = new ArrayList<>();
    private final Map<String, String> refs = new HashMap<>();
    private int last = 1000;

    private GoCluster(VcenterSite site, VcenterSite other) {
        this.site = site;
        this.other = other;
    }

    /// Creates the vCenters `vc-a`, with one IP family, and `vc-b`, with two.
    ///
    /// @param size total number of Nodes
    static GoCluster make(TestBed bed, int size) {
        var cluster = new GoCluster(bed.addVcenter("vc-a"), bed.addVcenter("vc-b"));
        cluster.addresses();
        cluster.labels();
        cluster.identities();
        cluster.life();
        cluster.waiting();
        cluster.dualStack();
        cluster.regular(size - cluster.nodes.size());
        cluster.put(bed);
        return cluster;
    }

    /// Returns a configuration of cloud-provider-vsphere (Go). It omits a datacenter that contains a VM.
    String config() {
        return "vcenter:\n" + entry(site, "datacenters: [vc-a-dc]") + entry(other, "ipFamily: [ipv4, ipv6]")
                + TestBed.labels();
    }

    private static String entry(VcenterSite site, String line) {
        return site.config() + "    " + line + "\n";
    }

    VcenterSite site() {
        return site;
    }

    VcenterSite other() {
        return other;
    }

    // Problems of Nodes

    private void addresses() {
        int n = next();
        vms.add(site.vm("readdressed", n));
        nodes.add(zoned(typed(addressed(named(site, "readdressed", n), "10.99.0.1")), site, n));

        // cloud-provider-vsphere (Go) takes the first address, whatever it is.
        n = next();
        vms.add(site.vm("vip", n)
                .noNics()
                .nic(aNic("VM Network")
                        .mac("00:50:56:00:00:07")
                        .deviceConfigId(4000)
                        .address("10.20.255.100/32")
                        .address(VcenterSite.address(n) + "/16")));
        nodes.add(zoned(typed(addressed(named(site, "vip", n), "10.20.255.100")), site, n));

        n = next();
        vms.add(site.vm("renamed", n).hostName("renamed.example"));
        nodes.add(on(site, "renamed", n));

        n = next();
        vms.add(site.vm("internal", n));
        nodes.add(zoned(typed(named(site, "internal", n).address("InternalIP", VcenterSite.address(n))), site, n));
    }

    private void labels() {
        int n = next();
        vms.add(site.vm("moved", n));
        nodes.add(zoned(
                typed(addressed(named(site, "moved", n), VcenterSite.address(n))),
                site,
                n % 2 == 0 ? "zone-b" : "zone-a"));

        n = next();
        vms.add(site.vm("unlabelled", n));
        nodes.add(typed(addressed(named(site, "unlabelled", n), VcenterSite.address(n))));

        n = next();
        vms.add(site.vm("older", n));
        nodes.add(typed(addressed(named(site, "older", n), VcenterSite.address(n)))
                .label(OLDER_ZONE, n % 2 == 0 ? "zone-a" : "zone-b")
                .label("topology.kubernetes.io/region", "vc-a-region"));

        n = next();
        vms.add(site.vm("resized", n).cpus(4));
        nodes.add(on(site, "resized", n));
    }

    private void identities() {
        foreign("k3s", "k3s://k3s-1", true);
        foreign("aws", "aws:///eu-1/i-1", false);

        int n = next();
        nodes.add(NodeSpec.aNode("torn-" + n).providerId("vsphere://torn"));
        silent.add("torn-" + n);

        n = next();
        vms.add(site.vm("upper", n));
        nodes.add(on(site, "upper", n)
                .providerId("vsphere://" + site.uuid("upper", n, 1).toUpperCase(Locale.ROOT)));

        n = next();
        vms.add(site.vm("twin", n));
        vms.add(site.vm("twin", n).name("twin-copy").instanceUuid(site.uuid("twin", n, 7)));
        nodes.add(on(site, "twin", n));

        n = next();
        vms.add(site.vm("rebuilt", n));
        nodes.add(on(site, "rebuilt", n).providerId("vsphere://" + site.uuid("rebuilt", n, 9)));

        n = next();
        vms.add(site.vm("outside", n).in("elsewhere", "cluster-e").onHost("cluster-e-host-1"));
        nodes.add(on(site, "outside", n));

        nodes.add(NodeSpec.aNode("metal-" + next()));
    }

    private void foreign(String prefix, String providerId, boolean isReady) {
        int n = next();
        vms.add(site.vm(prefix, n));
        nodes.add(on(site, prefix, n).providerId(providerId));
        if (!isReady) {
            silent.add(prefix + "-" + n);
        }
    }

    private void life() {
        int n = next();
        nodes.add(on(site, "gone", n));
        silent.add("gone-" + n);

        nodes.add(on(site, "goneready", next()));

        n = next();
        vms.add(site.vm("hidden", n));
        nodes.add(on(site, "hidden", n));
        silent.add("hidden-" + n);

        n = next();
        vms.add(site.vm("locked", n).connectionState("inaccessible"));
        nodes.add(on(site, "locked", n));
        silent.add("locked-" + n);

        n = next();
        vms.add(site.vm("off", n).poweredOff());
        nodes.add(on(site, "off", n));
        silent.add("off-" + n);

        n = next();
        vms.add(site.vm("stale", n));
        nodes.add(on(site, "stale", n).taint(SHUTDOWN));

        n = next();
        vms.add(site.vm("runs", n));
        nodes.add(on(site, "runs", n).taint(SHUTDOWN));
        silent.add("runs-" + n);

        recorded("known", Map.of());
        recorded("kept", Map.of("vspherecloud.dev/keep", "true"));
    }

    /// Adds a Node with a record of this provider, for a VM that no longer exists.
    private void recorded(String prefix, Map<String, String> more) {
        int n = next();
        NodeSpec node = on(site, prefix, n)
                .annotation("vspherecloud.dev/vcenter", site.vcenter().instanceUuid())
                .annotation("vspherecloud.dev/vm", "vm-99999")
                .annotation("vspherecloud.dev/vm-instance-uuid", site.uuid(prefix, n, 2));
        for (var each : more.entrySet()) {
            node = node.annotation(each.getKey(), each.getValue());
        }
        nodes.add(node);
        silent.add(prefix + "-" + n);
    }

    private void waiting() {
        int n = next();
        vms.add(site.vm("new", n));
        nodes.addAll(site.nodes("new", n, n + 1));

        n = next();
        vms.add(site.vm("toolless", n).toolsRunning(false).noNics().hostName(""));
        nodes.addAll(site.nodes("toolless", n, n + 1));
    }

    private void dualStack() {
        int n = next();
        other.vcenter().addVm(other.vm("dual", n).address("fd00::%x/64".formatted(n)));
        String six = "fd00::%x".formatted(n);
        nodes.add(addressed(on(other, "dual", n), six));

        n = next();
        other.vcenter().addVm(other.vm("single", n).address("fd00::%x/64".formatted(n)));
        nodes.add(on(other, "single", n));
    }

    private void regular(int count) {
        for (int n = 0; n < count; n++) {
            vms.add(site.vm("w", n));
        }
        nodes.addAll(GoNodes.all(site, "w", 0, count));
    }

    private int next() {
        return last++;
    }

    private void put(TestBed bed) {
        site.vcenter().add(Topology.empty().cluster("elsewhere", "cluster-e", 1));
        List<String> made = site.vcenter().addVms(vms);
        for (int i = 0; i < made.size(); i++) {
            refs.put(vms.get(i).name(), made.get(i));
        }
        site.vcenter()
                .rights()
                .hide(refs.entrySet().stream()
                        .filter(vm -> vm.getKey().startsWith("hidden-"))
                        .map(vm -> TaggedObject.vm(vm.getValue()))
                        .toArray(TaggedObject[]::new));
        bed.objects().createNodes(nodes);
        new SimulatedKubelets(bed.objects(), InstantSource.system()).stopHeartbeats(silent);
    }

    List<String> names() {
        return nodes.stream().map(NodeSpec::name).toList();
    }
}
