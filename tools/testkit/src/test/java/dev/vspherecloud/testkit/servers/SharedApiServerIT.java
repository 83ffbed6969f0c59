package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.servers.NodeSpec.aNode;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedApiServerIT {
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String THINGS = "/apis/example.com/v1/things";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/leases";

    @Test
    void aSharedServerIsEmptyForTheNextTest() {
        int port;
        try (var server = KubeApiServer.shared()) {
            port = server.port();
            server.objects()
                    .createNodes(IntStream.range(0, 250)
                            .mapToObj(n -> aNode("n-" + n))
                            .toList());
            server.objects().putSecret("kube-system", "s", Map.of("a", "b"));
            server.objects().createNamespace("other");
            Manifest.ofGoRelease().forEach(server.objects()::apply);
        }

        try (var next = KubeApiServer.shared()) {
            assertThat(next.port()).isEqualTo(port);
            assertThat(next.objects().get("/api/v1/nodes?resourceVersion=0").path("items"))
                    .isEmpty();
            assertThat(next.objects().get("/api/v1/secrets").path("items")).isEmpty();
            assertThat(next.objects().get("/apis/apps/v1/daemonsets").path("items"))
                    .isEmpty();
            assertThat(next.objects().get("/api/v1/serviceaccounts").path("items"))
                    .isEmpty();
            assertThat(next.objects().get(NAMESPACES).findValuesAsText("name")).doesNotContain("other");
            assertThat(next.objects().get(LEASES).path("items")).hasSize(1);
            next.objects().createNode(aNode("n-1"));
            assertThat(next.objects().nodes()).hasSize(1);
        }
    }

    @Test
    void aSharedServerHasNoDefinitionsForTheNextTest() {
        int port;
        try (var server = KubeApiServer.shared()) {
            port = server.port();
            defineThings(server);
            server.objects().create(THINGS, """
                    {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "first"}}""");
        }

        try (var next = KubeApiServer.shared()) {
            assertThat(next.port()).isEqualTo(port);
            assertThat(next.objects().find(THINGS)).isEmpty();
            defineThings(next);
            assertThat(next.objects().get(THINGS).path("items")).isEmpty();
        }
    }

    private static void defineThings(KubeApiServer server) {
        server.objects().create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {"metadata": {"name": "things.example.com"},
                 "spec": {"group": "example.com", "scope": "Cluster", "names": {"kind": "Thing", "plural": "things"},
                          "versions": [{"name": "v1", "served": true, "storage": true,
                                        "schema": {"openAPIV3Schema": {"type": "object"}}}]}}""");
        assertThat(Deadline.in(Duration.ofSeconds(30)).await(Duration.ofMillis(50), () -> areServed(server)))
                .isTrue();
    }

    /// For a moment after a definition is established, the API server answers 429.
    private static boolean areServed(KubeApiServer server) {
        try {
            return server.objects().find(THINGS).isPresent();
        } catch (KubeAnswerException _) {
            return false;
        }
    }

    @Test
    void aServerThatWasRestartedIsNotSharedAgain() {
        int port;
        try (var server = KubeApiServer.shared()) {
            port = server.port();
            server.restart();
        }

        try (var next = KubeApiServer.shared()) {
            assertThat(next.port()).isNotEqualTo(port);
        }
    }

    @Test
    void aServerThatLostAnObjectOfItsOwnIsNotSharedAgain() {
        int port;
        try (var server = KubeApiServer.shared()) {
            port = server.port();
            server.objects().delete("/apis/rbac.authorization.k8s.io/v1/clusterroles/view");
        }

        try (var next = KubeApiServer.shared()) {
            assertThat(next.port()).isNotEqualTo(port);
        }
    }
}
