package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.testkit.servers.NodeSpec.aNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeEventsIT {
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
    void nodesWithoutReadPermissionAreAnError() throws Exception {
        try (KubeConnection unauthorized =
                        open(server.kubeconfig().as(server.account("stranger")).text());
                RunningNodes running = new RunningNodes(unauthorized, Set.of())) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> running.nodes().failure().isPresent());

            assertThat(running.nodes().awaitSync(Duration.ofMillis(10))).isFalse();
            assertThat(running.nodes().failure())
                    .hasValueSatisfying(e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN));
        }
    }

    @Test
    void theSameEventIsCounted() throws Exception {
        server.objects().createNode(aNode("e-1"));
        try (KubeConnection connection = open(server.kubeconfig().text());
                RunningNodes running = RunningNodes.synced(connection)) {
            NodeView node = running.await("e-1", seen -> true);
            var events = new KubeEvents(connection, "kube-system", "cloud-controller-manager", () -> true);
            Thread sender = Thread.ofVirtual().start(events);

            events.warning(node, new Reason(NodeReason.VM_NOT_FOUND, "no VM with this UUID"));
            events.warning(node, new Reason(NodeReason.VM_NOT_FOUND, "no VM with this UUID"));
            events.normal(node, "Synced", "Node synced successfully");

            await().atMost(Duration.ofMinutes(2))
                    .until(() -> server.objects().eventsOf("e-1").size() == 2);
            assertThat(server.objects().eventsOf("e-1")).anySatisfy(event -> {
                assertThat(event.path("count").asInt()).isEqualTo(2);
                assertThat(event.path("reason").asText()).isEqualTo("VmNotFound");
                assertThat(event.at("/involvedObject/uid").asText())
                        .isEqualTo(node.meta().uid());
            });
            sender.interrupt();
        }
    }

    @Test
    void anEventOnTheLeaseHasItsUidIfThereIsALease() throws Exception {
        server.objects()
                .create(
                        "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases",
                        "{\"metadata\":{\"name\":\"elected\"}}");
        JsonNode lease = server.objects().findLease("kube-system", "elected").orElseThrow();

        JsonNode event = sentOnLease("elected");

        assertThat(event.at("/involvedObject/uid").asText())
                .isEqualTo(lease.at("/metadata/uid").asText());
        assertThat(event.path("message").asText()).isEqualTo("vCenter vc-a: wrong password");
        assertThat(event.at("/metadata/namespace").asText()).isEqualTo("kube-system");
        assertThat(sentOnLease("not-there").path("involvedObject").has("uid")).isFalse();
    }

    private JsonNode sentOnLease(String name) throws Exception {
        try (KubeConnection connection = open(server.kubeconfig().text())) {
            var events = new KubeEvents(connection, "kube-system", name, () -> true);
            Thread sender = Thread.ofVirtual().start(events);
            events.warning("vc-a", new Reason(VsphereReason.LOGIN_REFUSED, "wrong password"));
            await().atMost(Duration.ofMinutes(2))
                    .until(() ->
                            !server.objects().eventsOfLease("kube-system", name).isEmpty());
            sender.interrupt();
        }
        return server.objects().eventsOfLease("kube-system", name).getFirst();
    }

    private KubeConnection open(String kubeconfig) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "kubeconfig", ""), kubeconfig);
        return KubeConnection.open("test", file.toString(), "");
    }
}
