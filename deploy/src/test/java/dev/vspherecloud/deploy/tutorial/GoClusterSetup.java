package dev.vspherecloud.deploy.tutorial;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.servers.Manifest;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import java.util.Map;

/// A small cluster that cloud-provider-vsphere (Go) manages: its release manifest, its configuration, and three Nodes
/// on three VMs. vCenter reports another address of `worker-2` than its Node has.
final class GoClusterSetup {
    private GoClusterSetup() {}

    static void createIn(TutorialBed bed) {
        SimulatedVcenter vcenter = createVms(bed);
        Manifest.ofGoRelease().forEach(bed.objects()::apply);
        var config = JsonNodeFactory.instance.objectNode();
        config.putObject("data").put("vsphere.conf", """
                global:
                  port: %d
                  insecureFlag: true
                  secretName: vsphere-cloud-secret
                  secretNamespace: kube-system
                vcenter:
                  paris:
                    server: 127.0.0.1
                    datacenters: [dc-1]
                """.formatted(vcenter.port()));
        bed.objects().patch("/api/v1/namespaces/kube-system/configmaps/vsphere-cloud-config", config.toString());
        bed.objects()
                .putSecret(
                        "kube-system",
                        "vsphere-cloud-secret",
                        Map.of("127.0.0.1.username", TutorialBed.ACCOUNT, "127.0.0.1.password", TutorialBed.PASSWORD));
        bed.objects().createNode(node("cp-1", 1, "10.20.0.11"));
        bed.objects().createNode(node("worker-1", 2, "10.20.0.12"));
        bed.objects().createNode(node("worker-2", 3, "10.20.0.33"));
    }

    static SimulatedVcenter createVms(TutorialBed bed) {
        SimulatedVcenter vcenter = bed.addVcenter(
                "vcenter.example.org", "vcenter-ca.pem", Topology.empty().cluster("dc-1", "cluster-1", 2));
        int n = 1;
        for (String name : new String[] {"cp-1", "worker-1", "worker-2"}) {
            vcenter.addVm(aVm(name)
                    .uuid(uuid(n))
                    .instanceUuid("50000000-0000-4000-8000-00000000000" + n)
                    .poweredOn()
                    .toolsRunning(true)
                    .hostName(name)
                    .guestId("ubuntu64Guest")
                    .address("10.20.0.1%d/24".formatted(n++)));
        }
        return vcenter;
    }

    /// Returns a Node as cloud-provider-vsphere (Go) and the in-tree provider leave it.
    static NodeSpec node(String name, int n, String address) {
        return NodeSpec.aNode(name)
                .systemUuid(uuid(n))
                .providerId("vsphere://" + uuid(n))
                .address("InternalIP", address)
                .address("ExternalIP", address)
                .label("node.kubernetes.io/instance-type", "vsphere-vm.cpu-2.mem-4gb.os-ubuntu")
                .label("beta.kubernetes.io/instance-type", "vsphere-vm.cpu-2.mem-4gb.os-ubuntu");
    }

    private static String uuid(int n) {
        return "42000000-0000-4000-8000-00000000000" + n;
    }
}
