package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.SidecarOptions;
import dev.vspherecloud.testkit.csi.StorageCluster;
import dev.vspherecloud.testkit.csi.node.NodeAgent;
import dev.vspherecloud.testkit.csi.node.NodeTopologyRequest;
import dev.vspherecloud.testkit.csi.node.NotedNodePlugin;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A cluster over two vCenters, each of them a region: the topology tells in which one a volume lies, and its disk is
/// attached to a VM there.
///
/// The Node `east-0` is on a VM of the vCenter `vc-east`, `west-0` on one of `vc-west`.
@Tag("csi")
@Timeout(300)
class VcenterRegionsScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String REGION = "topology.csi.vmware.com/" + TestBed.REGION;
    private static final int MAX_VOLUMES = 59;

    private static StorageCluster cluster;
    private static VcenterSite east;
    private static VcenterSite west;
    private static DriverProcess driver;

    @BeforeAll
    static void start(@TempDir Path folder) {
        cluster = StorageCluster.start();
        east = VcenterSite.start("vc-east", VcenterOptions.defaults(), folder);
        west = VcenterSite.start("vc-west", VcenterOptions.defaults(), folder);
        east.addVms("east", 0, 1);
        west.addVms("west", 0, 1);
        driver = DriverProcess.start(cluster.api(), List.of(east, west), folder, DriverProcess.packaged())
                .awaitReady();
        var _ = cluster.startSidecars(driver.socket(), SidecarOptions.defaults().withTopology());
        objects().create("/apis/storage.k8s.io/v1/csidrivers", """
                {"metadata": {"name": "csi.vsphere.vmware.com"}, "spec": {"attachRequired": true}}""");
        objects().create(PodBed.CLASSES, """
                {"metadata": {"name": "late"}, "provisioner": "csi.vsphere.vmware.com",
                 "volumeBindingMode": "WaitForFirstConsumer"}""");
        objects().create(PodBed.CLASSES, """
                {"metadata": {"name": "west"}, "provisioner": "csi.vsphere.vmware.com",
                 "volumeBindingMode": "Immediate", "allowedTopologies":
                 [{"matchLabelExpressions": [{"key": "%s", "values": ["vc-west-region"]}]}]}""".formatted(REGION));
        List.of(startNode(east, "east"), startNode(west, "west")).forEach(agent -> agent.awaitRegistered(LIMIT));
    }

    private static NodeAgent startNode(VcenterSite site, String prefix) {
        String node = prefix + "-0";
        String uuid = site.uuid(prefix, 0, 1);
        return cluster.startAgent(
                NodeAgent.nodeOf(node, uuid),
                NotedNodePlugin.of(new NodeTopologyRequest(objects(), node, uuid), MAX_VOLUMES));
    }

    @AfterAll
    static void stop() {
        driver.close();
        cluster.close();
        west.close();
        east.close();
    }

    private static KubeObjects objects() {
        return cluster.objects();
    }

    @Test
    void aVolumeLiesWhereItsPodRuns() {
        createPod("in-east", "late", "east-0");
        createPod("in-west", "late", "west-0");

        awaitRunning("in-east");
        awaitRunning("in-west");
        assertThat(holders(east, handleOf("in-east"))).containsExactly(vm(east));
        assertThat(holders(west, handleOf("in-west"))).containsExactly(vm(west));
        assertThat(volumesIn(east)).contains(handleOf("in-east")).doesNotContain(handleOf("in-west"));
        assertThat(volumesIn(west)).contains(handleOf("in-west")).doesNotContain(handleOf("in-east"));
        delete("in-east");
        delete("in-west");
        assertThat(east.vcenter().volumes().list()).isEmpty();
        assertThat(volumesIn(west)).isEmpty();
    }

    @Test
    void aClassThatAllowsOneRegionStaysThereAndWorksWhileTheOtherVcenterHangs() {
        try (var _ = east.proxy().add(Rule.onAny().then(Fault.hang()))) {
            createPod("allowed", "west", "west-0");

            awaitRunning("allowed");
            assertThat(holders(west, handleOf("allowed"))).containsExactly(vm(west));
            assertThat(volumeOf("allowed").at("/spec/nodeAffinity").toString())
                    .contains("vc-west-region")
                    .doesNotContain("vc-east-region");
            delete("allowed");
        }
        assertThat(volumesIn(west)).isEmpty();
    }

    /// Creates a claim, and a Pod of the same name on a Node.
    private static void createPod(String name, String storageClass, String node) {
        objects().create(PodBed.CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "%s", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name, storageClass));
        objects().create(PodBed.PODS, """
                {"metadata": {"name": "%s"},
                 "spec": {"nodeSelector": {"kubernetes.io/hostname": "%s"},
                          "containers": [{"name": "main", "image": "example.com/main"}],
                          "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}]}}""".formatted(name, node, name));
    }

    private static void awaitRunning(String pod) {
        objects().await(PodBed.PODS + "/" + pod, LIMIT, read -> read.at("/status/phase")
                .asText()
                .equals("Running"));
    }

    private static void delete(String name) {
        String volume = volumeOf(name).at("/metadata/name").asText();
        objects().delete(PodBed.PODS + "/" + name);
        objects().delete(PodBed.CLAIMS + "/" + name);
        objects().await(PodBed.VOLUMES, LIMIT, list -> list.path("items")
                .valueStream()
                .noneMatch(each -> PodBed.name(each).equals(volume)));
    }

    private static JsonNode volumeOf(String claim) {
        return objects()
                .get(PodBed.VOLUMES + "/"
                        + objects()
                                .get(PodBed.CLAIMS + "/" + claim)
                                .at("/spec/volumeName")
                                .asText());
    }

    private static String handleOf(String claim) {
        return volumeOf(claim).at("/spec/csi/volumeHandle").asText();
    }

    private static List<String> holders(VcenterSite site, String handle) {
        return site.vcenter().volumes().vmDisks().holders(handle);
    }

    private static String vm(VcenterSite site) {
        return site.vcenter().vms().getFirst().ref();
    }

    private static List<String> volumesIn(VcenterSite site) {
        return site.vcenter().volumes().list().stream().map(SimulatedVolume::id).toList();
    }
}
