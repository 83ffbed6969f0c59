package dev.vspherecloud.ccm.application.scenario.takeover;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.util.List;
import java.util.stream.IntStream;

/// Nodes as the Go program leaves them. That program is not here: these are written from what its source does to a
/// Node.
///
/// Rule from: cloud-provider-vsphere, instances_v2.go (InstanceMetadata) and nodemanager.go (provider id from the BIOS
/// UUID in lower case; host name, then for each family InternalIP and ExternalIP; instance type, zone and region);
/// kubernetes/cloud-provider, controllers/node (each of these labels by its older and its newer key). It writes no
/// annotation.
final class GoNodes {
    static final String TYPE = "vsphere-vm.cpu-2.mem-4gb.os-ubuntu";

    private GoNodes() {}

    /// On the VMs `from` to `to - 1` of [VcenterSite#vm].
    static List<NodeSpec> all(VcenterSite site, String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> on(site, prefix, n)).toList();
    }

    /// On one of them.
    static NodeSpec on(VcenterSite site, String prefix, int n) {
        return zoned(typed(addressed(named(site, prefix, n), VcenterSite.address(n))), site, n);
    }

    /// With provider id and host name.
    static NodeSpec named(VcenterSite site, String prefix, int n) {
        return NodeSpec.aNode(prefix + "-" + n)
                .systemUuid(site.uuid(prefix, n, 1))
                .providerId("vsphere://" + site.uuid(prefix, n, 1));
    }

    /// Unless it is told of subnets or networks, it takes one address for both sides: the first.
    static NodeSpec addressed(NodeSpec node, String address) {
        return node.address("InternalIP", address).address("ExternalIP", address);
    }

    static NodeSpec typed(NodeSpec node) {
        return node.label("node.kubernetes.io/instance-type", TYPE).label("beta.kubernetes.io/instance-type", TYPE);
    }

    /// Of the cluster in which [VcenterSite#vm] puts the n-th VM.
    static NodeSpec zoned(NodeSpec node, VcenterSite site, int n) {
        return zoned(node, site, n % 2 == 0 ? "zone-a" : "zone-b");
    }

    static NodeSpec zoned(NodeSpec node, VcenterSite site, String zone) {
        return node.label("topology.kubernetes.io/zone", zone)
                .label("failure-domain.beta.kubernetes.io/zone", zone)
                .label("topology.kubernetes.io/region", site.name() + "-region")
                .label("failure-domain.beta.kubernetes.io/region", site.name() + "-region");
    }
}
