package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with a plugin on disk that counts its runs and returns the token `run-1`, `run-2`, and a server that
/// accepts one of them.
class PluginCredentialsTest {
    private static final ApiCall CALL = ApiCall.get("/version");
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final ManualTime time = ManualTime.endless();
    private final PluginCredentials plugin = new PluginCredentials(time, time, ExecPlugin.system()::run);
    private final Workers workers = new Workers("api-server-with-tokens");
    private final List<String> presented = new CopyOnWriteArrayList<>();
    private final LoopbackListener listener = LoopbackListener.open(workers, Optional.empty(), this::serve);
    private volatile String accepted = "run-1";

    @TempDir
    private Path folder;

    @BeforeEach
    void writePlugin() throws IOException {
        Path file = folder.resolve("plugin");
        Files.writeString(file, """
                #!/bin/sh
                echo run >> "$(dirname "$0")/runs"
                echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",'
                echo '"status":{"token":"run-'"$(wc -l < "$(dirname "$0")/runs" | tr -d " ")"'"'
                cat "$(dirname "$0")/expiry"
                echo '}}'
                """);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("expiry"), "");
        Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: here
                contexts:
                - name: here
                  context: {cluster: c, user: u}
                clusters:
                - name: c
                  cluster: {server: "http://127.0.0.1:%d"}
                users:
                - name: u
                  user:
                    exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}
                """.formatted(listener.port()));
    }

    @AfterEach
    void close() {
        listener.close();
        workers.close();
    }

    @Test
    void thePluginRunsOnceForAllClients() throws Exception {
        try (ReloadingHttpClient one = http();
                ReloadingHttpClient other = http()) {
            assertThat(status(one)).isEqualTo(200);
            assertThat(status(other)).isEqualTo(200);
            time.pass(Duration.ofHours(1));
            assertThat(status(one)).isEqualTo(200);
        }
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void refusedCredentialsAreFetchedAgainForTheNextRequest() throws Exception {
        try (ReloadingHttpClient one = http();
                ReloadingHttpClient other = http()) {
            accepted = "run-2";
            time.pass(PluginCredentials.MIN_RUN_INTERVAL);

            assertThat(status(one)).isEqualTo(401);
            assertThat(presented).as("not sent twice").containsExactly("Bearer run-1");
            assertThat(status(one)).isEqualTo(200);
            assertThat(status(other)).as("has the same credentials").isEqualTo(200);
        }
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void afterRefusalsThePluginRunsAtMostEveryThirtySeconds() throws Exception {
        accepted = "none";
        try (ReloadingHttpClient one = http();
                ReloadingHttpClient other = http()) {
            for (int second = 0; second < 95; second++) {
                assertThat(status(one)).isEqualTo(401);
                assertThat(status(other)).isEqualTo(401);
                time.pass(Duration.ofSeconds(1));
            }
        }
        assertThat(runs()).isEqualTo(4);
    }

    @Test
    void credentialsAreFetchedAgainBeforeTheyExpire() throws Exception {
        Files.writeString(
                folder.resolve("expiry"),
                ",\"expirationTimestamp\":\"" + time.instant().plusSeconds(60) + "\"");
        try (ReloadingHttpClient http = http()) {
            time.pass(Duration.ofSeconds(45));
            assertThat(status(http)).isEqualTo(200);

            Files.writeString(folder.resolve("expiry"), "");
            accepted = "run-2";
            time.pass(Duration.ofMillis(1));
            assertThat(status(http)).isEqualTo(200);
            time.pass(Duration.ofHours(1));
            assertThat(status(http)).isEqualTo(200);
        }
        assertThat(runs()).isEqualTo(2);
    }

    /// The plugin hangs until the test ends. The time passes only by the test's clock.
    @Test
    void aPluginThatHangsDelaysARequestAtMostUntilItsDeadline() throws Exception {
        Instant end = time.instant().plusSeconds(3_600);
        var hangs = new CountDownLatch(1);
        var hanging = new PluginCredentials(time, time, _ -> {
            if (!presented.isEmpty()) {
                awaitQuietly(hangs);
            }
            return new ExecCredential("run-1", "", "", Optional.of(end));
        });
        try (ReloadingHttpClient http = http(hanging, Executors.newVirtualThreadPerTaskExecutor())) {
            assertThat(status(http)).isEqualTo(200);

            time.pass(Duration.ofMinutes(59));
            assertThat(status(http)).as("uses what is there").isEqualTo(200);

            time.pass(Duration.ofMinutes(2));
            assertThatThrownBy(() -> http.get(Duration.ofMillis(1)))
                    .isInstanceOfSatisfying(
                            KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.TIMEOUT));
            hangs.countDown();
        }
    }

    @Test
    void afterARefusalARequestWaitsForThePluginOnlyUntilItsDeadline() throws Exception {
        var hangs = new CountDownLatch(1);
        var hanging = new PluginCredentials(time, time, _ -> {
            if (!presented.isEmpty()) {
                awaitQuietly(hangs);
            }
            return new ExecCredential(presented.isEmpty() ? "run-1" : "run-2", "", "", Optional.empty());
        });
        accepted = "run-2";
        try (ReloadingHttpClient http = http(hanging, Executors.newVirtualThreadPerTaskExecutor())) {
            time.pass(PluginCredentials.MIN_RUN_INTERVAL);

            assertThat(status(http)).isEqualTo(401);
            assertThatThrownBy(() -> http.get(Duration.ofMillis(1))).isInstanceOf(KubeException.class);
            hangs.countDown();
            assertThat(status(http)).as("waits until the plugin has ended").isEqualTo(200);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aPluginThatReturnsExpiredCredentialsRunsAtMostEveryThirtySeconds() throws Exception {
        Files.writeString(folder.resolve("expiry"), ",\"expirationTimestamp\":\"2020-01-01T00:00:00Z\"");
        accepted = "none";
        try (ReloadingHttpClient http = http()) {
            for (int second = 0; second < 65; second++) {
                assertThat(status(http)).isEqualTo(401);
                time.pass(Duration.ofSeconds(1));
            }
        }
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void afterAFailureOfThePluginTheOldCredentialsStayAndItRunsAgainLater() throws Exception {
        try (ReloadingHttpClient http = http()) {
            time.pass(PluginCredentials.MIN_RUN_INTERVAL);
            accepted = "run-2";
            Path file = folder.resolve("plugin");
            Path away = Files.move(file, folder.resolve("away"));
            Files.createDirectory(file);
            assertThat(status(http)).isEqualTo(401);
            assertThat(status(http)).isEqualTo(401);

            Files.delete(file);
            Files.move(away, file);
            assertThat(status(http)).as("it ran a moment ago").isEqualTo(401);
            time.pass(PluginCredentials.MIN_RUN_INTERVAL);
            assertThat(status(http)).isEqualTo(200);
        }
    }

    private ReloadingHttpClient http() {
        return http(plugin, new DirectExecutor());
    }

    private ReloadingHttpClient http(PluginCredentials plugin, ExecutorService executor) {
        var access = new ClusterAccess(_ -> null, folder, plugin);
        String kubeconfig = folder.resolve("kubeconfig").toString();
        return new ReloadingHttpClient(
                () -> access.find(kubeconfig, ""),
                found -> AccessFiles.of(found, kubeconfig),
                ApiClient::of,
                plugin,
                time,
                executor);
    }

    private int status(ReloadingHttpClient http) throws InterruptedException {
        var transport = new HttpTransport("http://127.0.0.1:" + listener.port(), "test", http, System::nanoTime);
        return transport.send(CALL, DEADLINE).status();
    }

    private long runs() throws IOException {
        try (var lines = Files.lines(folder.resolve("runs"))) {
            return lines.count();
        }
    }

    private void serve(Connection connection) {
        try {
            Optional<Request> request = Request.readFrom(connection.input(), connection.output());
            if (request.isPresent()) {
                String token = request.get().head().value("Authorization").orElse("");
                presented.add(token);
                int status = token.equals("Bearer " + accepted) ? 200 : 401;
                Response.of(status, "application/json", Content.of("{}"))
                        .with("Connection", "close")
                        .writeTo(connection.output());
                connection.output().flush();
            }
        } catch (IOException _) {
            // The client has closed the connection.
        }
    }
}
