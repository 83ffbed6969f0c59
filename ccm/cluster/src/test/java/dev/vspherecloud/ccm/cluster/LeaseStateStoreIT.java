package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore.Page;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.ElectionObserver;
import dev.vspherecloud.kubernetes.lease.LeaderCallbacks;
import dev.vspherecloud.kubernetes.lease.LeaderElector;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the Lease of the leader on a real API server, while an elector renews it four times a second.
class LeaseStateStoreIT {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final LeaderSettings ME = settings("me");

    private static KubeApiServer server;
    private static KubeConnection connection;

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
        if (server.objects().findLease("kube-system", ME.name()).isPresent()) {
            server.objects().deleteLease("kube-system", ME.name());
        }
    }

    @Test
    void annotationsOfTheProviderAndOfPeopleSurviveRenewals() throws InterruptedException {
        var elector = new LeaderElector(connection, ME, new NoCallbacks(), ElectionObserver.NONE);
        Thread leading = Thread.ofVirtual().start(elector);
        await().atMost(LIMIT).until(() -> elector.leadership().isHeld());
        LifecycleStateStore lifecycleStateStore = new LeaseStateStore(connection, ME);

        for (int i = 0; i < 100; i++) {
            Page page = lifecycleStateStore.read().orElseThrow();
            assertThat(page.annotations().getOrDefault("count", "0")).isEqualTo(Integer.toString(i));
            assertThat(lifecycleStateStore.write(page, with(page.annotations(), "count", Integer.toString(i + 1))))
                    .isTrue();
        }
        Page before = lifecycleStateStore.read().orElseThrow();
        annotate("acknowledge", "k7q2");
        assertThat(lifecycleStateStore.write(before, with(before.annotations(), "count", "0")))
                .isFalse();
        Page acknowledged = lifecycleStateStore.read().orElseThrow();
        assertThat(lifecycleStateStore.write(acknowledged, with(acknowledged.annotations(), "count", "101")))
                .isTrue();
        awaitRenewals(3);

        assertThat(lifecycleStateStore.read()).hasValueSatisfying(page -> assertThat(page.annotations())
                .isEqualTo(Map.of("count", "101", "acknowledge", "k7q2")));
        assertThat(elector.leadership().isConfirmed()).isTrue();
        assertThat(lifecycleStateStore.write(lifecycleStateStore.read().orElseThrow(), Map.of()))
                .isTrue();
        leading.interrupt();
        leading.join();
        elector.release(Duration.ofSeconds(2));
        assertThat(lease().at("/spec/holderIdentity").asText()).isEmpty();
        assertThat(lifecycleStateStore.read())
                .hasValueSatisfying(page -> assertThat(page.annotations()).isEmpty());
        assertThat(lifecycleStateStore.write(lifecycleStateStore.read().orElseThrow(), Map.of("count", "1")))
                .as("by who stepped down")
                .isFalse();
    }

    @Test
    void aFormerLeaderWritesNothingAndConfirmsNothing() throws InterruptedException {
        var elector = new LeaderElector(connection, ME, new NoCallbacks(), ElectionObserver.NONE);
        Thread leading = Thread.ofVirtual().start(elector);
        await().atMost(LIMIT).until(() -> elector.leadership().isHeld());
        LifecycleStateStore lifecycleStateStore = new LeaseStateStore(connection, ME);
        Page page = lifecycleStateStore.read().orElseThrow();

        server.objects().patch(LEASES + "/" + ME.name(), "{\"spec\":{\"holderIdentity\":\"other-leader\"}}");

        assertThat(elector.leadership().isConfirmed()).isFalse();
        assertThat(lifecycleStateStore.write(page, Map.of("count", "1"))).isFalse();
        leading.join();
        assertThat(elector.leadership().isHeld()).isFalse();
    }

    @Test
    void withoutAnElectionTheStoreCreatesTheLease() {
        LifecycleStateStore lifecycleStateStore = new LeaseStateStore(connection, ME.namespace(), ME.name());
        Page none = lifecycleStateStore.read().orElseThrow();

        assertThat(lifecycleStateStore.write(none, Map.of("count", "1"))).isTrue();
        assertThat(lifecycleStateStore.write(none, Map.of("count", "2"))).isFalse();
        assertThat(lifecycleStateStore.read())
                .hasValueSatisfying(page -> assertThat(page.annotations()).isEqualTo(Map.of("count", "1")));
    }

    @Test
    void theCommandThatAcknowledgesNamesTheLease() {
        assertThat(new LeaseStateStore(connection, "ops", "vsphere").acknowledgeCommand("missing-1"))
                .isEqualTo("kubectl -n ops annotate lease vsphere --overwrite"
                        + " lifecycle.vspherecloud.dev/acknowledge=missing-1");
    }

    @Test
    void aKubeletsLeaseIsRead() {
        var kubelets = new KubeletLeases(connection);
        assertThat(kubelets.heartbeat(new NodeName("w-1"))).isEqualTo(new Heartbeat.None());

        server.objects()
                .create(
                        "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases",
                        "{\"metadata\":{\"name\":\"w-1\"},\"spec\":{\"holderIdentity\":\"w-1\","
                                + "\"renewTime\":\"2026-01-02T03:04:05.678901Z\"}}");

        assertThat(kubelets.heartbeat(new NodeName("w-1")))
                .isEqualTo(new Heartbeat.Renewed("2026-01-02T03:04:05.678901Z"));
    }

    private static void awaitRenewals(int count) {
        String version = server.objects().version(LEASES);
        await().atMost(LIMIT)
                .until(() -> server.objects().statesSince(LEASES, version).size() >= count);
    }

    private static void annotate(String key, String value) {
        server.objects()
                .patch(
                        LEASES + "/" + ME.name(),
                        "{\"metadata\":{\"annotations\":{\"%s%s\":\"%s\"}}}"
                                .formatted(LeaseStateStore.PREFIX, key, value));
    }

    private static JsonNode lease() {
        return server.objects().findLease(ME.namespace(), ME.name()).orElseThrow();
    }

    private static Map<String, String> with(Map<String, String> texts, String key, String text) {
        var more = new HashMap<>(texts);
        more.put(key, text);
        return more;
    }

    private static LeaderSettings settings(String identity) {
        return new LeaderSettings(
                "tests",
                "kube-system",
                "lifecycle-state",
                identity,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofMillis(250));
    }

    private static final class NoCallbacks implements LeaderCallbacks {
        @Override
        public void onStartedLeading() {}

        @Override
        public void onStoppedLeading(String why) {}

        @Override
        public void onNewLeader(String holder) {}
    }
}
