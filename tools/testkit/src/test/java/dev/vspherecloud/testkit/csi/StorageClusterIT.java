package dev.vspherecloud.testkit.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.KubeObjects;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that the controllers and the scheduler of Kubernetes work in a [StorageCluster].
@Tag("csi")
@Timeout(300)
class StorageClusterIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String VOLUMES = "/api/v1/persistentvolumes";

    private static StorageCluster cluster;

    @BeforeAll
    static void start() {
        cluster = StorageCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static KubeObjects objects() {
        return cluster.objects();
    }

    @Test
    void aPodOfADeploymentIsScheduledToAReadyNode() {
        cluster.createNode("n-1");

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
    }

    @Test
    void aClaimIsBoundToAVolumeThatAnAdministratorMade() {
        objects().create(VOLUMES, """
                {"metadata": {"name": "made-by-hand"},
                 "spec": {"capacity": {"storage": "2Gi"}, "accessModes": ["ReadWriteOnce"],
                          "persistentVolumeReclaimPolicy": "Retain",
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "some-disk"}}}""");

        objects().create(CLAIMS, """
                {"metadata": {"name": "data"},
                 "spec": {"storageClassName": "", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""");

        JsonNode claim = objects().await(CLAIMS + "/data", LIMIT, hasPhase("Bound"));
        assertThat(claim.at("/spec/volumeName").asText()).isEqualTo("made-by-hand");
        JsonNode volume = objects().await(VOLUMES + "/made-by-hand", LIMIT, hasPhase("Bound"));
        assertThat(volume.at("/spec/claimRef/name").asText()).isEqualTo("data");
    }

    private static Predicate<JsonNode> hasPhase(String phase) {
        return object -> object.at("/status/phase").asText().equals(phase);
    }
}
