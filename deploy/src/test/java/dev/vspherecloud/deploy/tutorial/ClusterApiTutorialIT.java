package dev.vspherecloud.deploy.tutorial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The commands of `docs/tutorials/cluster-api.md` that need no Machines. The API server plays the management cluster.
@Tag("tutorial")
class ClusterApiTutorialIT {
    private TutorialBed bed;

    @BeforeEach
    void aManagementCluster() {
        bed = TutorialBed.start();
        GoClusterSetup.createVms(bed);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    /// Cluster API applies the content of the Secret to the new cluster.
    @Test
    void theSecretContainsTheProvider() {
        bed.run(KubeadmTutorialIT.class, "writeTheValues");
        renderTheProvider();
        storeItAsASecret();

        JsonNode secret = bed.objects().get("/api/v1/namespaces/default/secrets/vsphere-cpi");
        String objects = new String(
                Base64.getDecoder().decode(secret.at("/data/provider.yaml").asText()), UTF_8);
        assertThat(secret.path("type").asText()).isEqualTo("addons.cluster.x-k8s.io/resource-set");
        assertThat(Manifest.parse(objects))
                .allSatisfy(bed.objects()::apply)
                .extracting(Manifest::kind)
                .contains("DaemonSet", "Secret", "ConfigMap", "ClusterRole");
    }

    private void renderTheProvider() {
        bed.run(ClusterApiTutorialIT.class, "renderTheProvider");
    }

    private void storeItAsASecret() {
        bed.run(ClusterApiTutorialIT.class, "storeItAsASecret");
    }
}
