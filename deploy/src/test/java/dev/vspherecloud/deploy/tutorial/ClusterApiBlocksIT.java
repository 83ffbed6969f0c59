package dev.vspherecloud.deploy.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.Manifest;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A real API server with the CustomResourceDefinitions of Cluster API accepts the objects of the pages, and rejects
/// unknown fields.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterApiBlocksIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final List<String> KINDS = List.of(
            "addons.cluster.x-k8s.io_clusterresourcesets",
            "controlplane.cluster.x-k8s.io_kubeadmcontrolplanes",
            "bootstrap.cluster.x-k8s.io_kubeadmconfigtemplates");

    private KubeApiServer server;

    @BeforeAll
    void defineTheKinds() throws IOException {
        server = KubeApiServer.start();
        for (String kind : KINDS) {
            String text =
                    Files.readString(ServerBinaries.clusterApiDefinitions().resolve(kind + ".yaml"));
            server.objects().apply(new Manifest(withoutStatus(text)));
        }
        for (String kind : KINDS) {
            String[] groupAndName = kind.split("_", 2);
            await().atMost(TIMEOUT).until(() -> knows(groupAndName[0], groupAndName[1]));
        }
    }

    private static ObjectNode withoutStatus(String text) {
        ObjectNode definition = Manifest.parse(text).getFirst().json();
        definition.remove("status");
        return definition;
    }

    private boolean knows(String group, String name) {
        return server.objects()
                .find("/apis/" + group + "/v1beta2")
                .map(resources -> resources.findValuesAsText("name").contains(name))
                .orElse(false);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void clusterApiAcceptsThem() {
        assertThat(DocBlock.of(ClusterApiBlocksIT.class, "clusterApiAcceptsThem"))
                .flatMap(block -> Manifest.parse(block.text()))
                .isNotEmpty()
                .allSatisfy(manifest -> assertThat(
                                dryRun(server.objects(), manifest).at("/metadata/uid"))
                        .as(manifest.toString())
                        .isNotNull());
    }

    @Test
    void anUnknownFieldIsFound() {
        Manifest wrong = Manifest.parse("""
                apiVersion: addons.cluster.x-k8s.io/v1beta2
                kind: ClusterResourceSet
                metadata: {name: a, namespace: default}
                spec:
                  clusterSelectors: {matchLabels: {a: b}}
                  resources: [{kind: Secret, name: a}]
                """).getFirst();

        assertThatThrownBy(() -> dryRun(server.objects(), wrong)).hasMessageContaining("clusterSelectors");
    }

    private static JsonNode dryRun(KubeObjects objects, Manifest manifest) {
        return objects.dryRun(manifest);
    }
}
