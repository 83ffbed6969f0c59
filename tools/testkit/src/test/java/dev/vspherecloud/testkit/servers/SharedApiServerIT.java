package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.servers.NodeSpec.aNode;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedApiServerIT {
    private static final String NAMESPACES = "/api/v1/namespaces";
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
