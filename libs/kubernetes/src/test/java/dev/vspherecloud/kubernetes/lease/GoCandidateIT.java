package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.GoCandidate;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the elector and client-go's election on one Lease, as beside cloud-provider-vsphere (Go). Each waits until
/// the other releases the Lease.
class GoCandidateIT {
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration LIMIT = EventTimeout.LIMIT;
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    private static final String PATH = LEASES + "/interop";

    private static KubeApiServer server;
    private static KubeConnection connection;

    private final List<String> callbacks = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = KubeApiServer.shared();
        Path file = Files.writeString(
                folder.resolve("kubeconfig"), server.kubeconfig().text());
        connection = KubeConnection.open("test", file.toString(), "");
    }

    @AfterAll
    static void stop() {
        connection.close();
        server.close();
    }

    @Test
    void eachCandidateWaitsForTheOther() throws InterruptedException {
        LeaderElector elector = elector();
        String version = server.objects().version(LEASES);
        Thread standing;
        try (var go = GoCandidate.start(server, "interop", "go", LEASE)) {
            go.awaitLine("leading", LIMIT);
            standing = Thread.ofVirtual().start(elector);
            await().until(() -> callbacks.contains("follows go"));
            go.kill();
        }

        // The client-go candidate did not release the Lease, so the elector waits until the Lease expires.
        await().until(() -> callbacks.contains("won"));
        assertThat(callbacks).containsExactly("follows go", "won");
        assertThat(time(server.objects().get(PATH), "/spec/acquireTime"))
                .isAfterOrEqualTo(lastRenewalByGo(version).plus(LEASE));
        assertThat(server.objects().get(PATH).at("/spec/leaseTransitions").asInt())
                .isEqualTo(1);

        try (var go = GoCandidate.start(server, "interop", "go-again", LEASE)) {
            go.awaitLine("following elector", LIMIT);
            standing.interrupt();
            standing.join();
            assertThat(go.lines()).doesNotContain("leading");
            elector.release(Duration.ofSeconds(2));
            go.awaitLine("leading", LIMIT);
        }
        assertThat(callbacks).containsExactly("follows go", "won");
    }

    private static Instant lastRenewalByGo(String version) {
        return server.objects().statesSince(LEASES, version).stream()
                .filter(lease -> lease.at("/spec/holderIdentity").asText().equals("go"))
                .map(lease -> time(lease, "/spec/renewTime"))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Instant time(JsonNode lease, String path) {
        return Instant.parse(lease.at(path).asText());
    }

    private LeaderElector elector() {
        var settings = new LeaderSettings(
                "tests", "kube-system", "interop", "elector", LEASE, Duration.ofSeconds(3), Duration.ofMillis(500));
        return new LeaderElector(
                connection,
                settings,
                new LeaderCallbacks() {
                    @Override
                    public void onStartedLeading() {
                        callbacks.add("won");
                    }

                    @Override
                    public void onStoppedLeading(String why) {
                        callbacks.add("lost: " + why);
                    }

                    @Override
                    public void onNewLeader(String holder) {
                        callbacks.add("follows " + holder);
                    }
                },
                ElectionObserver.NONE);
    }
}
