package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeAddressesInUseIT {
    private static final String SERVICES = "/api/v1/namespaces/default/services";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final KubeUser READER = KubeUser.named("reader");
    private static final KubeUser UNAUTHORIZED = KubeUser.named("stranger");

    private static KubeApiServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = KubeApiServer.start(READER, UNAUTHORIZED);
        server.objects()
                .create(
                        RBAC + "clusterroles",
                        "{\"metadata\":{\"name\":\"services\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"services\"],\"verbs\":[\"list\",\"watch\"]}]}");
        server.objects()
                .create(
                        RBAC + "clusterrolebindings",
                        "{\"metadata\":{\"name\":\"services\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"services\"},\"subjects\":[{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"reader\"}]}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theAddressesOfServicesAreFollowedWithPermissionToListAndWatchThem() throws IOException {
        create("before", "10.1.0.50");
        try (var running = new Running(READER)) {
            running.awaitClaim("10.1.0.50", "Service default/before");
            assertThat(running.claim("127.0.0.1"))
                    .hasValueSatisfying(by -> assertThat(by).contains("API server"));

            create("late", "10.1.0.51");
            running.awaitClaim("10.1.0.51", "Service default/late");
            server.objects()
                    .patch(
                            SERVICES + "/late/status",
                            "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"10.1.0.52\"}]}}}");
            running.awaitClaim("10.1.0.52", "Service default/late");
            server.objects().delete(SERVICES + "/late");

            await().atMost(TIMEOUT).until(() -> running.claim("10.1.0.51").isEmpty());
            assertThat(running.claim("10.1.0.52")).isEmpty();
        }
    }

    @Test
    void withoutPermissionOnlyTheApiServerIsKnown() throws IOException {
        create("unseen", "10.1.0.60");
        try (var running = new Running(UNAUTHORIZED)) {
            await().atMost(TIMEOUT).until(() -> running.claims.failure().isPresent());

            assertThat(running.claims.failure().orElseThrow().kind()).isEqualTo(KubeException.Kind.FORBIDDEN);
            assertThat(running.claims.usersByIp()).containsOnlyKeys(InetAddress.ofLiteral("127.0.0.1"));
        }
    }

    private static void create(String name, String externalIp) {
        server.objects()
                .create(
                        SERVICES,
                        "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"type\":\"LoadBalancer\",\"externalIPs\":[\"%s\"],\"ports\":[{\"port\":80}]}}"
                                .formatted(name, externalIp));
    }

    private final class Running implements AutoCloseable {
        private final KubeConnection connection;
        private final KubeAddressesInUse claims;
        private final Thread thread;

        Running(KubeUser user) throws IOException {
            Path file = Files.writeString(
                    Files.createTempFile(folder, "kubeconfig", ""),
                    server.kubeconfig().as(user).text());
            connection = KubeConnection.open("test", file.toString(), "");
            claims = new KubeAddressesInUse(connection);
            thread = Thread.ofVirtual().start(claims);
        }

        Optional<String> claim(String ip) {
            return Optional.ofNullable(claims.usersByIp().get(InetAddress.ofLiteral(ip)));
        }

        void awaitClaim(String ip, String by) {
            await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(20)).until(() -> claim(ip)
                    .equals(Optional.of(by)));
        }

        @Override
        public void close() {
            thread.interrupt();
            connection.close();
        }
    }
}
