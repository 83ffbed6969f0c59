package dev.vspherecloud.csi.application.scenario.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the id of the cluster comes from, and that two different ids stop the driver.
@Tag("csi")
class ClusterIdScenario {
    private static final String CLUSTER_IDS = "/api/v1/namespaces/" + DriverBed.NAMESPACE + "/configmaps";
    private static final String CLUSTER_ID = CLUSTER_IDS + "/vsphere-csi-cluster-id";
    private static final String CONFIGURED_ID = "cluster-id = \"%s\"\n".formatted(DriverBed.CLUSTER_ID);

    @TempDir
    private Path folder;

    private FaultBed bed;

    @BeforeEach
    void startVcenter() {
        bed = FaultBed.in(folder);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void twoClusterIdsStopTheDriverUntilOneIsGone() {
        createClusterId("cluster-b");
        DriverBed.Driver driver = bed.start();
        driver.program().awaitLog("The driver is not ready", FaultBed.LIMIT);

        CsiCalls.Outcome outcome = bed.calls().create(bed.createClaim().request(), "{}");

        String sentence = "found a cluster id in the configuration and another id in the ConfigMap"
                + " vsphere-csi-cluster-id, expected only one of them";
        assertThat(outcome.code()).isEqualTo("Unavailable");
        assertThat(outcome.message()).contains(sentence);
        assertThat(driver.program().log()).contains(sentence);
        assertThat(bed.calls().probe()).isFalse();
        assertThat(driver.page("/livez").statusCode()).isEqualTo(200);
        assertThat(driver.page("/readyz").statusCode()).isEqualTo(500);
        assertThat(bed.volumes().calls().calls()).isEmpty();

        bed.objects().delete(CLUSTER_ID);

        driver.awaitReady();
        assertThat(ownerOfANewVolume()).containsExactly(DriverBed.CLUSTER_ID);
        assertThat(bed.logins()).isEqualTo(1);
    }

    @Test
    void theClusterIdOfTheConfigMapIsUsed() {
        createClusterId("cluster-b");

        bed.start(withoutId()).awaitReady();

        assertThat(ownerOfANewVolume()).containsExactly("cluster-b");
        assertThat(bed.logins()).isEqualTo(1);
    }

    @Test
    void theClusterIdOfExistingVolumesIsAdopted() {
        DriverBed.Driver first = bed.start().awaitReady();
        assertThat(ownerOfANewVolume()).containsExactly(DriverBed.CLUSTER_ID);
        assertThat(first.program().terminate()).isZero();
        bed.objects().create("/api/v1/persistentvolumes", """
                {"metadata": {"name": "existing"},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}}}""".formatted(
                        bed.volumes().list().getFirst().id()));

        DriverBed.Driver second = bed.start(withoutId()).awaitReady();

        assertThat(second.program().log()).contains("Cluster id is taken from vCenter");
        assertThat(recordedId()).isEqualTo(DriverBed.CLUSTER_ID);
        assertThat(bed.logins()).isEqualTo(2);
    }

    @Test
    void aNewClusterGetsAClusterId() {
        bed.start(withoutId()).awaitReady();

        String id = recordedId();

        assertThat(id).isNotEmpty();
        assertThat(ownerOfANewVolume()).containsExactly(id);
        assertThat(bed.logins()).isEqualTo(1);
    }

    private String withoutId() {
        assertThat(bed.config()).contains(CONFIGURED_ID);
        return bed.config().replace(CONFIGURED_ID, "");
    }

    private void createClusterId(String id) {
        bed.objects().create(CLUSTER_IDS, """
                {"metadata": {"name": "vsphere-csi-cluster-id"}, "immutable": true, "data": {"clusterID": "%s"}}""".formatted(id));
    }

    /// Returns the id that the driver has recorded in the cluster.
    private String recordedId() {
        JsonNode configMap = bed.objects().get(CLUSTER_ID);
        assertThat(configMap.path("immutable").asBoolean()).isTrue();
        return configMap.at("/data/clusterID").asText();
    }

    private List<String> ownerOfANewVolume() {
        bed.isCreated("pvc-new", "{}");
        return bed.volumes().list().stream()
                .filter(volume -> volume.name().equals("pvc-new"))
                .map(SimulatedVolume::clusters)
                .findFirst()
                .orElseThrow();
    }
}
