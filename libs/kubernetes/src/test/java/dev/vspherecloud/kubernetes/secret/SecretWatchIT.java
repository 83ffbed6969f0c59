package dev.vspherecloud.kubernetes.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which changes are reported with which permissions. `SecretWatchTest` tests after which time: at once with a
/// watch, every four seconds without.
class SecretWatchIT {
    private static final String SECRETS = "/api/v1/namespaces/kube-system/secrets/";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/";
    private static final String WATCH = "watch secrets";

    private static final KubeUser WATCHER = KubeUser.named("watcher");
    private static final KubeUser READER = KubeUser.named("reader");

    private static KubeApiServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = KubeApiServer.start(WATCHER, READER);
        allow(WATCHER, "watched", "\"get\",\"watch\"");
        allow(READER, "read", "\"get\"");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void permissionsToGetAndWatchOneNameReportEveryChangeByAWatch() throws IOException {
        try (Watched secret = new Watched(WATCHER, "watched")) {
            await().until(() -> secret.results.equals(List.of("absent")));

            put("watched", "a");
            secret.awaitResult(" a");
            put("watched", "b");
            secret.awaitResult(" b");
            server.objects().delete(SECRETS + "watched");
            secret.awaitResult("absent");
            put("watched", "c");
            secret.awaitResult(" c");
            put("another", "x");

            assertThat(secret.results).hasSize(5);
            assertThat(secret.watchStatuses()).isNotEmpty().containsOnly(200);
        }
    }

    @Test
    void permissionToGetOneNameReportsEveryChangeWithoutAWatch() throws IOException {
        try (Watched secret = new Watched(READER, "read")) {
            await().until(() -> secret.results.equals(List.of("absent")));

            put("read", "a");
            secret.awaitResult(" a");
            server.objects().delete(SECRETS + "read");
            secret.awaitResult("absent");
            put("read", "b");
            secret.awaitResult(" b");
            assertThat(secret.watchStatuses()).isNotEmpty().containsOnly(403);
        }
    }

    @Test
    void theResultNamesAMissingPermission() throws IOException {
        try (Watched secret = new Watched(READER, "watched")) {
            secret.awaitResult("cannot get resource \"secrets\"");
        }
    }

    @Test
    void afterARestartOfTheServerTheWatchContinues() throws IOException {
        put("kept", "a");
        try (Watched secret = new Watched(server.admin(), "kept")) {
            secret.awaitResult(" a");

            server.restart();
            put("kept", "b");
            secret.awaitResult(" b");
        }
    }

    private static void put(String name, String password) {
        server.objects().putSecret("kube-system", name, Map.of("vc.password", password));
    }

    /// RBAC takes the name of a watch from its field selector.
    private static void allow(KubeUser user, String secret, String verbs) {
        server.objects()
                .create(
                        RBAC + "roles",
                        "{\"metadata\":{\"name\":\"%s\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"resourceNames\":[\"%s\"],\"verbs\":[%s]}]}"
                                .formatted(user, secret, verbs));
        server.objects()
                .create(
                        RBAC + "rolebindings",
                        "{\"metadata\":{\"name\":\"%s\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"%s\"},\"subjects\":[{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"%s\"}]}"
                                .formatted(user, user, user));
    }

    /// A watch with a thread that runs it, and what it reported.
    private final class Watched implements AutoCloseable {
        private final List<String> results = new CopyOnWriteArrayList<>();
        private final FaultProxy proxy =
                FaultProxy.inFrontOf(server.url()).named("secrets").start();
        private final KubeConnection connection;
        private final Thread thread;

        Watched(KubeUser user, String secret) throws IOException {
            Path file = Files.writeString(
                    Files.createTempFile(folder, "kubeconfig", ""),
                    server.kubeconfig()
                            .through(proxy.uri(), proxy.identity().certificatePem())
                            .as(user)
                            .text());
            connection = KubeConnection.open("test", file.toString(), "");
            thread = Thread.ofVirtual()
                    .start(new SecretWatch(
                            connection, "kube-system", secret, read -> results.add(SecretWatchTest.text(read))));
        }

        void awaitResult(String last) {
            await().pollInterval(Duration.ofMillis(20))
                    .until(() -> !results.isEmpty() && results.getLast().contains(last));
        }

        /// Returns the HTTP status of each watch that the server has answered.
        Set<Integer> watchStatuses() {
            return proxy.calls().all().named(WATCH).list().stream()
                    .map(Call::status)
                    .filter(status -> status > 0)
                    .collect(Collectors.toSet());
        }

        @Override
        public void close() {
            thread.interrupt();
            connection.close();
            proxy.close();
        }
    }
}
