package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaseAnnotationStore.Snapshot;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseAnnotationStoreIT {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/";

    private static KubeApiServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = KubeApiServer.shared();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void annotationsAreStoredAndOnlyOneOfTwoWritersSucceeds() throws IOException {
        try (KubeConnection connection = open(server.admin())) {
            LeaseAnnotationStore store = store(connection, "kept");
            Snapshot none = store.read();

            assertThat(none).isEqualTo(new Snapshot(Map.of(), ""));
            assertThat(store.write(none, Map.of("a", "Größe ✓ \"1\""))).isTrue();
            assertThat(store.write(none, Map.of("a", "2"))).isFalse();

            Snapshot first = store.read();
            assertThat(first.texts()).isEqualTo(Map.of("a", "Größe ✓ \"1\""));
            assertThat(store.write(first, Map.of("b", "2"))).isTrue();
            assertThat(store.write(first, Map.of("b", "3"))).isFalse();
            assertThat(store.read().texts()).isEqualTo(Map.of("b", "2"));
        }
    }

    @Test
    void otherFieldsOfTheLeaseStayUnchanged() throws IOException {
        server.objects()
                .create(
                        LEASES.substring(0, LEASES.length() - 1),
                        "{\"metadata\":{\"name\":\"shared\",\"labels\":{\"l\":\"1\"},\"annotations\":{\"other/x\":\"1\"}},\"spec\":{\"holderIdentity\":\"me\"}}");
        try (KubeConnection connection = open(server.admin())) {
            LeaseAnnotationStore store = store(connection, "shared");

            assertThat(store.write(store.read(), Map.of("a", "1"))).isTrue();
        }

        var lease = server.objects().get(LEASES + "shared");
        assertThat(lease.at("/metadata/labels/l").asText()).isEqualTo("1");
        assertThat(lease.at("/metadata/annotations/other~1x").asText()).isEqualTo("1");
        assertThat(lease.at("/metadata/annotations/logins.test~1a").asText()).isEqualTo("1");
        assertThat(lease.at("/spec/holderIdentity").asText()).isEqualTo("me");
    }

    @Test
    void aDeletedLeaseIsCreatedAgainOnlyAfterANewRead() throws IOException {
        try (KubeConnection connection = open(server.admin())) {
            LeaseAnnotationStore store = store(connection, "deleted");
            assertThat(store.write(store.read(), Map.of("a", "1"))).isTrue();
            Snapshot before = store.read();

            server.objects().delete(LEASES + "deleted");

            assertThat(store.write(before, Map.of("a", "2"))).isFalse();
            assertThat(store.write(store.read(), Map.of("a", "3"))).isTrue();
        }
    }

    @Test
    void aMissingPermissionIsForbidden() throws IOException {
        try (KubeConnection connection = open(server.account("stranger"))) {
            assertThatThrownBy(store(connection, "x")::read)
                    .isInstanceOfSatisfying(
                            KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN))
                    .hasMessageContaining("cannot get resource \"leases\"");
        }
    }

    private static LeaseAnnotationStore store(KubeConnection connection, String name) {
        return new LeaseAnnotationStore(connection, "kube-system", name, "logins.test/");
    }

    private KubeConnection open(KubeUser user) throws IOException {
        Path file = Files.writeString(
                Files.createTempFile(folder, "kubeconfig", ""),
                server.kubeconfig().as(user).text());
        return KubeConnection.open("test", file.toString(), "");
    }
}
