package dev.vspherecloud.ccm.application.scenario.takeover;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.util.List;
import java.util.stream.IntStream;

/// Nodes as cloud-provider-vsphere (Go) leaves them. That program does not run here: the source of that program
/// defines their fields.
///
/// Rule from: cloud-provider-vsphere, instances_v2.go (InstanceMetadata) and nodemanager.go. The provider ID is the
/// BIOS UUID in lower case. The addresses are the host name, then for each family InternalIP and ExternalIP. It
/// also sets instance type, zone and region. kubernetes/cloud-provider, controllers/node, writes each of these
/// labels with its older and its newer key. It writes no annotation.
final class GoNodes {
    static final String TYPE = "vsphere-vm.cpu-2.mem-4gb.os-ubuntu";

    private GoNodes() {}

    /// Returns the Nodes on the VMs `from` to `to - 1` of [VcenterSite#vm].
    static List<NodeSpec> all(VcenterSite site, String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> on(site, prefix, n)).toList();
    }

    /// Returns the Node on one of them.
    static NodeSpec on(VcenterSite site, String prefix, int n) {
        return zoned(typed(addressed(named(site, prefix, n), VcenterSite.address(n))), site, n);
    }

    /// Returns a Node with provider ID and host name.
    static NodeSpec named(VcenterSite site, String prefix, int n) {
        return NodeSpec.aNode(prefix + "-" + n)
                .systemUuid(site.uuid(prefix, n, 1))
                .providerId("vsphere://" + site.uuid(prefix, n, 1));
    }

    /// Adds the addresses. Without configured subnets or networks, the first address is both InternalIP and
    /// ExternalIP.
    static NodeSpec addressed(NodeSpec node, String address) {
        return node.address("InternalIP", address).address("ExternalIP", address);
    }

    static NodeSpec typed(NodeSpec node) {
        return node.label("node.kubernetes.io/instance-type", TYPE).label("beta.kubernetes.io/instance-type", TYPE);
    }

    /// Adds the zone of the cluster in which [VcenterSite#vm] puts the n-th VM.
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
