package dev.vspherecloud.testkit.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.GuardedProgram;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the controllers and the scheduler of Kubernetes work in a [StorageCluster], and that its sidecars call a
/// driver. The driver keeps volumes in memory and never fails,
/// so a failure here is one of the test bed.
@Tag("csi")
@Timeout(300)
class StorageClusterIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    private static final String SNAPSHOTS = "/apis/snapshot.storage.k8s.io/v1/namespaces/default/volumesnapshots";

    @TempDir
    private static Path folder;

    private static StorageCluster cluster;
    private static GuardedProgram driver;

    @BeforeAll
    static void start() {
        Path socket = folder.resolve("csi.sock");
        cluster = StorageCluster.start();
        driver = GuardedProgram.start(ServerBinaries.memoryPlugin(), List.of("-socket=" + socket), Map.of());
        cluster.startSidecars(socket, SidecarOptions.defaults());
        objects().create("/apis/storage.k8s.io/v1/csidrivers", """
                {"metadata": {"name": "csi.vsphere.vmware.com"}, "spec": {"attachRequired": true}}""");
        objects().create("/apis/storage.k8s.io/v1/storageclasses", """
                {"metadata": {"name": "disks"}, "provisioner": "csi.vsphere.vmware.com", "allowVolumeExpansion": true}""");
        objects().create("/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses", """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass",
                 "metadata": {"name": "snapshots"}, "driver": "csi.vsphere.vmware.com", "deletionPolicy": "Delete"}""");
        cluster.createNode("n-1");
    }

    @AfterAll
    static void stop() {
        cluster.close();
        driver.close();
    }

    private static KubeObjects objects() {
        return cluster.objects();
    }

    @Test
    void aPodOfADeploymentIsScheduledToAReadyNode() {
        objects().create("/apis/apps/v1/namespaces/default/deployments", """
                {"metadata": {"name": "web"},
                 "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web"}},
                          "template": {"metadata": {"labels": {"app": "web"}},
                                       "spec": {"containers": [{"name": "web", "image": "example.com/web"}]}}}}""");

        JsonNode pods = objects()
                .await(PODS, LIMIT, list -> list.at("/items/0/spec/nodeName").isTextual());
        assertThat(pods.path("items")).hasSize(1);
        assertThat(pods.at("/items/0/spec/nodeName").asText()).isEqualTo("n-1");
        assertThat(pods.at("/items/0/metadata/ownerReferences/0/kind").asText()).isEqualTo("ReplicaSet");
        objects().delete("/apis/apps/v1/namespaces/default/deployments/web", "{\"propagationPolicy\": \"Background\"}");
    }

    @Test
    void aClaimIsBoundToAVolumeThatAnAdministratorMade() {
        objects().create(VOLUMES, """
                {"metadata": {"name": "made-by-hand"},
                 "spec": {"capacity": {"storage": "2Gi"}, "accessModes": ["ReadWriteOnce"],
                          "persistentVolumeReclaimPolicy": "Retain",
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "some-disk"}}}""");

        objects().create(CLAIMS, """
                {"metadata": {"name": "by-hand"},
                 "spec": {"storageClassName": "", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""");

        JsonNode claim = objects().await(CLAIMS + "/by-hand", LIMIT, hasPhase("Bound"));
        assertThat(claim.at("/spec/volumeName").asText()).isEqualTo("made-by-hand");
        JsonNode volume = objects().await(VOLUMES + "/made-by-hand", LIMIT, hasPhase("Bound"));
        assertThat(volume.at("/spec/claimRef/name").asText()).isEqualTo("by-hand");
        objects().delete(CLAIMS + "/by-hand");
    }

    @Test
    void aClaimIsBoundExpandedAndDeleted() {
        String volume = bind("data");
        assertThat(objects().get(volume).at("/spec/capacity/storage").asText()).isEqualTo("1Gi");
        assertThat(objects().get(volume).at("/spec/csi/fsType").asText()).isEqualTo("ext4");

        objects().patch(CLAIMS + "/data", """
                {"spec": {"resources": {"requests": {"storage": "2Gi"}}}}""");
        objects().await(volume, LIMIT, read -> read.at("/spec/capacity/storage")
                .asText()
                .equals("2Gi"));
        objects().await(CLAIMS + "/data", LIMIT, claim -> claim.at("/status/conditions")
                .findValuesAsText("type")
                .contains("FileSystemResizePending"));

        objects().delete(CLAIMS + "/data");
        objects().awaitGone(volume, LIMIT);
        String name = handle(volume);
        assertThat(calls(name).stream().distinct())
                .containsExactly("CreateVolume", "ControllerExpandVolume", "DeleteVolume");
    }

    @Test
    void aVolumeIsAttachedAndDetached() {
        String volume = bind("attached");
        String name = handle(volume);

        objects().create("/apis/storage.k8s.io/v1/csinodes", """
                {"metadata": {"name": "n-1"},
                 "spec": {"drivers": [{"name": "csi.vsphere.vmware.com", "nodeID": "some-vm", "topologyKeys": []}]}}""");
        objects().create(PODS, """
                {"metadata": {"name": "writer"},
                 "spec": {"containers": [{"name": "main", "image": "example.com/writer"}],
                          "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "attached"}}]}}""");

        JsonNode attachments = objects().await(ATTACHMENTS, LIMIT, list -> list.at("/items/0/status/attached")
                .asBoolean());
        assertThat(attachments.at("/items/0/status/attachmentMetadata/node").asText())
                .isEqualTo("some-vm");

        objects().delete(PODS + "/writer?gracePeriodSeconds=0");
        objects().await(ATTACHMENTS, LIMIT, list -> list.path("items").isEmpty());
        // CSI allows a repeated call, and the attacher was seen to publish twice.
        assertThat(calls(name).stream().distinct())
                .containsExactly("CreateVolume", "ControllerPublishVolume", "ControllerUnpublishVolume");
    }

    @Test
    void aSnapshotIsMadeAndDeleted() {
        bind("source");

        objects().create(SNAPSHOTS, """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "before"},
                 "spec": {"volumeSnapshotClassName": "snapshots", "source": {"persistentVolumeClaimName": "source"}}}""");

        JsonNode snapshot = objects().await(SNAPSHOTS + "/before", LIMIT, read -> read.at("/status/readyToUse")
                .asBoolean());
        assertThat(snapshot.at("/status/restoreSize").asText()).isEqualTo("1Gi");
        String id = "snapshot-" + snapshot.at("/metadata/uid").asText();
        objects().delete(SNAPSHOTS + "/before");
        objects().awaitGone(SNAPSHOTS + "/before", LIMIT);
        assertThat(calls(id)).startsWith("CreateSnapshot").endsWith("DeleteSnapshot");
    }

    /// Creates a claim, and returns the path of its volume.
    private static String bind(String claim) {
        objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "disks", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(claim));
        JsonNode bound = objects().await(CLAIMS + "/" + claim, LIMIT, hasPhase("Bound"));
        return VOLUMES + "/" + bound.at("/spec/volumeName").asText();
    }

    private static String handle(String volume) {
        return volume.substring(VOLUMES.length() + 1);
    }

    private static Predicate<JsonNode> hasPhase(String phase) {
        return object -> object.at("/status/phase").asText().equals(phase);
    }

    /// The calls for a volume or snapshot so far, in order. Sidecars may repeat a call.
    private static List<String> calls(String subject) {
        return driver.output()
                .lines()
                .filter(line -> line.endsWith(" " + subject))
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }
}
