package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaderElectorIT {
    private static final String LEASE = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/it";

    private static final Times QUICK = new Times(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofMillis(500));
    private static final Times PATIENT = new Times(Duration.ofHours(2), Duration.ofHours(1), Duration.ofMinutes(30));

    private static KubeApiServer server;
    private static KubeConnection connection;

    private record Times(Duration lease, Duration renew, Duration retry) {}

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

    @AfterEach
    void removeLease() {
        if (server.objects().find(LEASE).isPresent()) {
            server.objects().delete(LEASE);
        }
    }

    /// The second would try again only after half an hour, and learns of the release by its watch.
    @Test
    void theSecondAcquiresTheLeaseAtOnceWhenTheFirstReleasesIt() throws InterruptedException {
        LeaderElector first = elector("a");
        Thread leading = Thread.ofVirtual().start(first);
        await().until(() -> callbacks.contains("a won"));
        Thread waiting = Thread.ofVirtual().start(elector("b", PATIENT));
        await().until(() -> callbacks.contains("b follows a"));

        leading.interrupt();
        leading.join();
        first.release(Duration.ofSeconds(2));

        await().until(() -> callbacks.contains("b won"));
        var lease = server.objects().get(LEASE);
        assertThat(lease.at("/spec/holderIdentity").asText()).isEqualTo("b");
        assertThat(lease.at("/spec/leaseTransitions").asInt()).isEqualTo(1);
        assertThat(lease.at("/spec/renewTime").asText()).matches("20\\d\\d-.*\\.\\d{6}Z");
        waiting.interrupt();
        waiting.join();
    }

    /// `LeaderElectorTest` and `LeaseLeadershipTest` test after which time it is lost.
    @Test
    void aLeaderThatCannotReachTheServerLosesLeadershipAndRegainsItLater() throws InterruptedException {
        LeaderElector elector = elector("a");
        Thread leading = Thread.ofVirtual().start(elector);
        await().until(() -> elector.leadership().isHeld());

        server.pause();
        try {
            await().until(() -> !elector.leadership().isHeld());
        } finally {
            server.resume();
        }

        await().until(() -> elector.leadership().isHeld());
        assertThat(callbacks).containsExactly("a won");
        leading.interrupt();
        leading.join();
    }

    @Test
    void aLeaderStopsWhenAnotherHolderTakesTheLease() throws InterruptedException {
        Thread leading = Thread.ofVirtual().start(elector("a"));
        await().until(() -> callbacks.contains("a won"));

        server.objects().patch(LEASE, "{\"spec\":{\"holderIdentity\":\"thief\"}}");

        await().until(() -> callbacks.contains("a lost: thief holds it now"));
        leading.join();
    }

    private LeaderElector elector(String identity) {
        return elector(identity, QUICK);
    }

    private LeaderElector elector(String identity, Times times) {
        var settings =
                new LeaderSettings("tests", "kube-system", "it", identity, times.lease(), times.renew(), times.retry());
        return new LeaderElector(
                connection,
                settings,
                new LeaderCallbacks() {
                    @Override
                    public void onStartedLeading() {
                        callbacks.add(identity + " won");
                    }

                    @Override
                    public void onStoppedLeading(String why) {
                        callbacks.add(identity + " lost: " + why);
                    }

                    @Override
                    public void onNewLeader(String holder) {
                        callbacks.add(identity + " follows " + holder);
                    }
                },
                ElectionObserver.NONE);
    }
}
