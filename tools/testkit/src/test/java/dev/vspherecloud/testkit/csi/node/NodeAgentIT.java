package dev.vspherecloud.testkit.csi.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.csi.SidecarOptions;
import dev.vspherecloud.testkit.csi.StorageCluster;
import dev.vspherecloud.testkit.servers.GuardedProgram;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that Pods with volumes run, move and go on Nodes with a [NodeAgent], with the controllers and the scheduler
/// of Kubernetes, the sidecars, and a driver that keeps volumes in memory and never fails.
@Tag("csi")
@Timeout(300)
class NodeAgentIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String TOPOLOGIES = "/apis/cns.vmware.com/v1alpha1/csinodetopologies";
    private static final String ZONE = "topology.csi.vmware.com/k8s-zone";

    @TempDir
    private static Path folder;

    private static StorageCluster cluster;
    private static GuardedProgram driver;
    private static NodeAgent first;
    private static NodeAgent second;

    @BeforeAll
    static void start() {
        Path socket = folder.resolve("csi.sock");
        cluster = StorageCluster.startImpatient(Duration.ofSeconds(8));
        driver = GuardedProgram.start(ServerBinaries.memoryPlugin(), List.of("-socket=" + socket), Map.of());
        cluster.startSidecars(socket, SidecarOptions.defaults());
        objects().create("/apis/storage.k8s.io/v1/csidrivers", """
                {"metadata": {"name": "csi.vsphere.vmware.com"}, "spec": {"attachRequired": true}}""");
        objects().create("/apis/storage.k8s.io/v1/storageclasses", """
                {"metadata": {"name": "disks"}, "provisioner": "csi.vsphere.vmware.com"}""");
        first = startAgent(1);
        second = startAgent(2);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        driver.close();
    }

    private static NodeAgent startAgent(int number) {
        return cluster.startAgent(NodeAgent.nodeOf("n-" + number, uuid(number)), NotedNodePlugin.of(uuid(number), 59))
                .awaitRegistered(LIMIT);
    }

    private static String uuid(int number) {
        return "4201aaaa-0000-4000-8000-%012d".formatted(number);
    }

    private static KubeObjects objects() {
        return cluster.objects();
    }

    @AfterEach
    void nothingIsLeft() {
        objects().await(ATTACHMENTS, LIMIT, list -> list.path("items").isEmpty());
        for (NodeAgent agent : List.of(first, second)) {
            objects()
                    .awaitNode(
                            agent.name(),
                            LIMIT,
                            node -> node.at("/status/volumesInUse").isEmpty()
                                    && node.at("/status/volumesAttached").isEmpty());
            assertThat(agent.plugin().staged()).isEmpty();
            assertThat(agent.plugin().published()).isEmpty();
        }
    }

    @Test
    void aPodRunsWhenItsVolumeIsAttached() {
        createPod("writer", "n-1", "written");

        JsonNode pod = awaitRunning("writer");

        assertThat(pod.at("/status/containerStatuses/0/state").has("running")).isTrue();
        String handle = handle("written");
        assertThat(calls(first, handle)).containsExactly("stage", "publish");
        assertThat(plugin(first).publishContext(handle)).contains(Map.of("node", uuid(1)));
        JsonNode node = objects().node("n-1");
        String name = "kubernetes.io/csi/csi.vsphere.vmware.com^" + handle;
        assertThat(node.at("/status/volumesInUse").valueStream().map(JsonNode::asText))
                .containsExactly(name);
        assertThat(node.at("/status/volumesAttached").findValuesAsText("name")).containsExactly(name);
        assertThat(objects()
                        .get(CSI_NODES + "/n-1")
                        .at("/spec/drivers/0/allocatable/count")
                        .asInt())
                .isEqualTo(59);

        objects().delete(PODS + "/writer");

        objects().awaitGone(PODS + "/writer", LIMIT);
        objects().await(ATTACHMENTS, LIMIT, list -> list.path("items").isEmpty());
        assertThat(calls(first, handle)).containsExactly("stage", "publish", "unpublish", "unstage");
        assertThat(controllerCalls(handle))
                .containsExactly("CreateVolume", "ControllerPublishVolume", "ControllerUnpublishVolume");
        objects().delete(CLAIMS + "/written");
    }

    @Test
    void aVolumeMovesWithItsPod() {
        createPod("nomad", "n-1", "moved");
        awaitRunning("nomad");
        String handle = handle("moved");

        objects().delete(PODS + "/nomad");
        objects().awaitGone(PODS + "/nomad", LIMIT);
        createPodOnly("nomad", "n-2", "moved");

        awaitRunning("nomad");
        assertThat(calls(first, handle)).containsExactly("stage", "publish", "unpublish", "unstage");
        assertThat(calls(second, handle)).containsExactly("stage", "publish");
        assertThat(plugin(second).publishContext(handle)).contains(Map.of("node", uuid(2)));

        objects().delete(PODS + "/nomad");
        objects().awaitGone(PODS + "/nomad", LIMIT);
        objects().delete(CLAIMS + "/moved");
    }

    @Test
    void anAgentThatStartsAgainKeepsThePodsOfItsNode() {
        createPod("stayer", "n-1", "stayed");
        awaitRunning("stayer");
        String handle = handle("stayed");

        first.stop();
        first.restart();

        createPod("later", "n-1", "later");
        awaitRunning("later");
        assertThat(calls(first, handle)).containsExactly("stage", "publish");
        assertThat(objects().get(PODS + "/stayer").at("/status/phase").asText()).isEqualTo("Running");
        for (String name : List.of("stayer", "later")) {
            objects().delete(PODS + "/" + name);
            objects().awaitGone(PODS + "/" + name, LIMIT);
        }
        assertThat(calls(first, handle)).containsExactly("stage", "publish", "unpublish", "unstage");
        objects().delete(CLAIMS + "/stayed");
        objects().delete(CLAIMS + "/later");
    }

    @Test
    void aDeadNodeLosesItsVolumesWhenItIsOutOfService() {
        createPod("leaver", "n-1", "left");
        awaitRunning("leaver");
        String handle = handle("left");

        first.stop();
        objects().awaitNode("n-1", LIMIT, node -> isReady(node, "Unknown"));
        first.taintOutOfService();

        objects().awaitGone(PODS + "/leaver", LIMIT);
        createPodOnly("heir", "n-2", "left");
        awaitRunning("heir");
        assertThat(calls(second, handle)).containsExactly("stage", "publish");
        assertThat(calls(first, handle)).containsExactly("stage", "publish");

        first.restart();
        first.removeOutOfServiceTaint();

        objects()
                .awaitNode(
                        "n-1",
                        LIMIT,
                        node -> isReady(node, "True")
                                && node.at("/status/volumesInUse").isEmpty());
        assertThat(calls(first, handle)).containsExactly("stage", "publish", "unpublish", "unstage");
        objects().delete(PODS + "/heir");
        objects().awaitGone(PODS + "/heir", LIMIT);
        objects().delete(CLAIMS + "/left");
    }

    /// The controllers of Kubernetes need minutes for the second and third step.
    @Test
    void aVolumeOfADeletedNodeIsAttachedElsewhereWhenItsAttachmentIsDeleted() {
        NodeAgent fourth = startAgent(4);
        createPod("orphan", "n-4", "orphaned");
        awaitRunning("orphan");
        String handle = handle("orphaned");

        fourth.stop();
        objects().deleteNode("n-4");
        objects().delete(PODS + "/orphan", "{\"gracePeriodSeconds\": 0}");
        objects()
                .delete(ATTACHMENTS + "/"
                        + fourth.plugin().staged().iterator().next().attachmentName("n-4"));

        createPodOnly("heir", "n-2", "orphaned");
        awaitRunning("heir");
        assertThat(controllerCalls(handle)).contains("ControllerUnpublishVolume");
        objects().delete(PODS + "/heir");
        objects().awaitGone(PODS + "/heir", LIMIT);
        objects().delete(CLAIMS + "/orphaned");
    }

    @Test
    void theControllerSuppliesTheTopologyAndTheLabelOfTheNodeWins() {
        defineTopologies();
        var request = new NodeTopologyRequest(objects(), "n-3", uuid(3));
        NodeAgent third = cluster.startAgent(NodeAgent.nodeOf("n-3", uuid(3)), NotedNodePlugin.of(request, 0));

        JsonNode written = objects().await(TOPOLOGIES + "/n-3", LIMIT, read -> !read.isMissingNode());
        assertThat(written.at("/spec/nodeID").asText()).isEqualTo("n-3");
        assertThat(written.at("/spec/nodeuuid").asText()).isEqualTo(uuid(3));
        assertThat(written.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo("Node");
        assertThat(objects().find(CSI_NODES + "/n-3")).isEmpty();

        answer("n-3", "zone-a");

        third.awaitRegistered(LIMIT);
        assertThat(objects().node("n-3").at("/metadata/labels").path(ZONE).asText())
                .isEqualTo("zone-a");
        assertThat(objects()
                        .get(CSI_NODES + "/n-3")
                        .at("/spec/drivers/0/topologyKeys/0")
                        .asText())
                .isEqualTo(ZONE);

        third.stop();
        objects().delete(CSI_NODES + "/n-3");
        request.renew();
        third.restart();
        objects().await(TOPOLOGIES + "/n-3", LIMIT, read -> read.at("/status/status")
                .asText()
                .isEmpty());
        answer("n-3", "zone-b");

        objects().await(TOPOLOGIES + "/n-3", LIMIT, _ -> third.failures().stream()
                .anyMatch(failure -> failure.contains("collision")));
        assertThat(objects().find(CSI_NODES + "/n-3")).isEmpty();
        third.close();
        objects().deleteNode("n-3");
    }

    private static void answer(String node, String zone) {
        objects().patch(TOPOLOGIES + "/" + node, """
                {"status": {"status": "Success", "topologyLabels": [{"key": "%s", "value": "%s"}]}}""".formatted(ZONE, zone));
    }

    private static void defineTopologies() {
        objects().create(DEFINITIONS, """
                {"metadata": {"name": "csinodetopologies.cns.vmware.com"},
                 "spec": {"group": "cns.vmware.com", "scope": "Cluster",
                          "names": {"kind": "CSINodeTopology", "plural": "csinodetopologies"},
                          "versions": [{"name": "v1alpha1", "served": true, "storage": true,
                                        "schema": {"openAPIV3Schema": {"type": "object",
                                                   "x-kubernetes-preserve-unknown-fields": true}}}]}}""");
        objects().await(DEFINITIONS + "/csinodetopologies.cns.vmware.com", LIMIT, read -> read.at("/status/conditions")
                .findValuesAsText("type")
                .contains("Established"));
    }

    private static boolean isReady(JsonNode node, String status) {
        return node.at("/status/conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("Ready")
                        && condition.path("status").asText().equals(status));
    }

    private static void createPod(String name, String node, String claim) {
        objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "disks", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(claim));
        createPodOnly(name, node, claim);
    }

    private static void createPodOnly(String name, String node, String claim) {
        objects().create(PODS, """
                {"metadata": {"name": "%s"},
                 "spec": {"nodeSelector": {"kubernetes.io/hostname": "%s"},
                          "containers": [{"name": "main", "image": "example.com/writer"}],
                          "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}]}}""".formatted(name, node, claim));
    }

    private static JsonNode awaitRunning(String pod) {
        return objects().await(PODS + "/" + pod, LIMIT, read -> read.at("/status/phase")
                .asText()
                .equals("Running"));
    }

    private static String handle(String claim) {
        return objects()
                .get("/api/v1/persistentvolumes/"
                        + objects()
                                .get(CLAIMS + "/" + claim)
                                .at("/spec/volumeName")
                                .asText())
                .at("/spec/csi/volumeHandle")
                .asText();
    }

    private static NotedNodePlugin plugin(NodeAgent agent) {
        return (NotedNodePlugin) agent.plugin();
    }

    private static List<String> calls(NodeAgent agent, String handle) {
        return plugin(agent).calls(handle);
    }

    /// The calls to the controller for a volume. The attacher was seen to publish twice, which CSI allows.
    private static List<String> controllerCalls(String handle) {
        return driver.output()
                .lines()
                .filter(line -> line.endsWith(" " + handle))
                .map(line -> line.split(" ", 2)[0])
                .distinct()
                .toList();
    }
}
