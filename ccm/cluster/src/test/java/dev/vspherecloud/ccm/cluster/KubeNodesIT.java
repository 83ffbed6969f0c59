package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.testkit.servers.NodeSpec.aNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

class KubeNodesIT {
    private static final String ID = "vsphere://4237558d-a1b2-c3d4-e5f6-0123456789ab";
    private static final List<NodeAddress> ADDRESSES = List.of(
            new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"),
            new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.5"),
            new NodeAddress(NodeAddress.Type.INTERNAL_IP, "fd00::5"),
            new NodeAddress(NodeAddress.Type.EXTERNAL_IP, "10.0.0.5"));

    private static final Instant HEARTBEAT = Instant.parse("2026-01-02T03:04:05Z");

    private static KubeApiServer server;
    private static KubeConnection connection;

    private RunningNodes running;

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

    @BeforeEach
    void follow() throws InterruptedException {
        running = RunningNodes.synced(connection, "a", "zone");
    }

    @AfterEach
    void clear() {
        running.close();
        server.objects().deleteNodes();
    }

    @Test
    void followsANodeFromItsCreationToItsDeletion() {
        server.objects().createNode(aNode("w-1").uninitialized().annotation("vspherecloud.dev/keep", "Größe ✓ 測試"));
        NodeView seen = running.await("w-1", node -> !node.addresses().isEmpty());
        assertThat(seen.isUninitialised()).isTrue();
        assertThat(seen.meta().annotations()).containsEntry("vspherecloud.dev/keep", "Größe ✓ 測試");

        server.objects().patchNode("w-1", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        running.await("w-1", node -> node.meta().labels().containsKey("a"));

        server.objects().deleteNode("w-1");
        running.awaitGone("w-1");
    }

    @Test
    void heartbeatsAreStoredWithoutNotification() {
        server.objects().createNode(aNode("w-1"));
        NodeView before = running.await("w-1", node -> !node.addresses().isEmpty());
        running.notified().clear();

        NodeView after = report("True", HEARTBEAT);

        assertThat(after.meta().resourceVersion()).isNotEqualTo(before.meta().resourceVersion());
        assertThat(running.notified()).isEmpty();

        report("Unknown", HEARTBEAT.plusSeconds(60));
        assertThat(running.notified()).containsExactly(after.name());
    }

    @Test
    @Conforms("I01")
    void initialisesANodeAddressesFirst() {
        server.objects()
                .createNode(
                        aNode("w-1").uninitialized().taint("other=x:NoExecute").address("InternalIP", "10.0.0.4"));
        NodeView fresh = running.await("w-1", node -> node.addresses().size() == 2);

        WriteOutcome addresses = running.nodes().writeAddresses(fresh, ADDRESSES);
        NodeView between = running.nodes().find(new NodeName("w-1")).orElseThrow();
        WriteOutcome marks = running.nodes()
                .initialise(
                        between,
                        new InitialisationPatch(
                                ProviderId.parse(ID), Map.of("zone", "a"), Map.of("vspherecloud.dev/vm", "vm-62")));

        assertThat(addresses).isEqualTo(new WriteOutcome.Written(between));
        assertThat(between.addresses()).isEqualTo(ADDRESSES);
        assertThat(marks).isInstanceOf(WriteOutcome.Written.class);
        assertThat(running.nodes().find(new NodeName("w-1")))
                .hasValueSatisfying(node -> assertThat(node.isUninitialised()).isFalse());
        var node = server.objects().node("w-1");
        assertThat(node.at("/spec/providerID").asText()).isEqualTo(ID);
        assertThat(node.at("/spec/taints").toString())
                .isEqualTo("[{\"key\":\"other\",\"value\":\"x\",\"effect\":\"NoExecute\"}]");
        assertThat(node.at("/metadata/labels/zone").asText()).isEqualTo("a");
        assertThat(node.at("/metadata/annotations/vspherecloud.dev~1vm").asText())
                .isEqualTo("vm-62");
        assertThat(node.at("/status/addresses")).hasSize(4);
    }

    @Test
    void removingTheLastTaintLeavesNone() {
        server.objects().createNode(aNode("w-1").uninitialized());
        NodeView fresh = running.await("w-1", node -> !node.addresses().isEmpty());

        running.nodes().initialise(fresh, new InitialisationPatch(Optional.empty(), Map.of(), Map.of()));

        assertThat(server.objects().node("w-1").at("/spec/taints").isMissingNode())
                .isTrue();
    }

    @Test
    void theShutdownTaintLeavesTheOthersAsTheyAre() {
        server.objects()
                .createNode(aNode("w-1")
                        .taint("node.cloudprovider.kubernetes.io/shutdown=old:NoSchedule")
                        .taint("other=x:NoExecute"));
        NodeView seen = running.await("w-1", node -> node.health().shutdownTaint());

        assertThat(running.nodes().addShutdownTaint(seen)).isInstanceOf(WriteOutcome.Written.class);
        assertThat(taints())
                .isEqualTo("[{\"key\":\"node.cloudprovider.kubernetes.io/shutdown\",\"effect\":\"NoSchedule\"},"
                        + "{\"key\":\"other\",\"value\":\"x\",\"effect\":\"NoExecute\"}]");

        NodeView tainted = running.nodes().find(seen.name()).orElseThrow();
        assertThat(running.nodes().removeShutdownTaint(tainted)).isInstanceOf(WriteOutcome.Written.class);
        assertThat(taints()).isEqualTo("[{\"key\":\"other\",\"value\":\"x\",\"effect\":\"NoExecute\"}]");
    }

    @Test
    void aNodeThatAFinalizerHoldsIsDeletingAndFound() {
        server.objects().createNode(aNode("w-1"));
        server.objects().patchNode("w-1", "{\"metadata\":{\"finalizers\":[\"karpenter.sh/termination\"]}}");
        NodeView seen = running.await("w-1", node -> node.meta()
                .resourceVersion()
                .equals(server.objects()
                        .node("w-1")
                        .at("/metadata/resourceVersion")
                        .asText()));

        assertThat(running.nodes().delete(seen)).isEqualTo(new DeleteOutcome.Deleted());

        NodeView held = running.await("w-1", node -> node.health().isDeleting());
        assertThat(running.nodes().delete(held)).isEqualTo(new DeleteOutcome.Deleted());
        server.objects().patchNode("w-1", "{\"metadata\":{\"finalizers\":null}}");
        running.awaitGone("w-1");
    }

    @Test
    @Conforms("J21 J26")
    void theServerRefusesToDeleteAChangedNode() {
        server.objects().createNode(aNode("w-1"));
        CachedNode old = read(connection);
        server.objects().patchNode("w-1", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");

        assertThat(serversAnswerToDelete(old)).isEqualTo(409);

        server.objects().deleteNode("w-1");
        server.objects().createNode(aNode("w-1"));
        assertThat(serversAnswerToDelete(old)).isEqualTo(409);

        CachedNode current = read(connection);
        assertThat(serversAnswerToDelete(current)).isEqualTo(200);
        assertThat(serversAnswerToDelete(current)).isEqualTo(404);
    }

    private static int serversAnswerToDelete(CachedNode node) {
        return connection
                .server()
                .call(ApiCall.delete("/api/v1/nodes/w-1", NodePatches.preconditions(node)))
                .status();
    }

    private static CachedNode read(KubeConnection connection) {
        return NodeJson.READER.object(connection
                .server()
                .expect(ApiCall.get("/api/v1/nodes/w-1"))
                .body()
                .bytes());
    }

    private static String taints() {
        return server.objects().node("w-1").at("/spec/taints").toString();
    }

    private NodeView report(String ready, Instant heartbeat) {
        server.objects().patch("/api/v1/nodes/w-1/status", NodeFixtures.readyPatch(ready, heartbeat));
        return running.await("w-1", node -> node.health().heartbeat().equals(heartbeat));
    }

    @Test
    void theServerRefusesAnInitialisationOfAChangedNode() {
        server.objects().createNode(aNode("w-1").uninitialized());
        running.await("w-1", node -> !node.addresses().isEmpty());
        CachedNode old = read(connection);
        server.objects().patchNode("w-1", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");

        String patch = NodePatches.initialise(old, new InitialisationPatch(ProviderId.parse(ID), Map.of(), Map.of()))
                .orElseThrow();

        assertThat(connection
                        .server()
                        .call(ApiCall.strategicPatch("/api/v1/nodes/w-1", patch))
                        .status())
                .isEqualTo(409);
        assertThat(running.nodes()
                        .initialise(old.view(), new InitialisationPatch(Optional.empty(), Map.of(), Map.of())))
                .isEqualTo(new WriteOutcome.Conflict());
    }

    @Test
    void nothingIsWrittenToALaterNodeOfTheSameName() {
        server.objects().createNode(aNode("w-1"));
        NodeView first = running.await("w-1", node -> !node.addresses().isEmpty());
        server.objects().deleteNode("w-1");
        server.objects().createNode(aNode("w-1"));

        assertThat(running.nodes().writeAddresses(first, ADDRESSES)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(running.nodes().annotate(first, Map.of("a", "b"))).isEqualTo(new WriteOutcome.Conflict());
    }

    @Test
    void aNodeThatIsGoneIsVanished() {
        server.objects().createNode(aNode("w-1"));
        NodeView seen = running.await("w-1", node -> !node.addresses().isEmpty());
        server.objects().deleteNode("w-1");

        assertThat(running.nodes().writeAddresses(seen, ADDRESSES)).isEqualTo(new WriteOutcome.Vanished());
        assertThat(running.nodes().annotate(seen, Map.of("a", "b"))).isEqualTo(new WriteOutcome.Vanished());
        running.awaitGone("w-1");
    }

    @Test
    void anInvalidWriteIsRefusedWithTheMessageOfTheServer() {
        server.objects().createNode(aNode("w-1").providerId("vsphere://other").uninitialized());
        NodeView seen = running.await("w-1", node -> !node.addresses().isEmpty());

        assertThat(running.nodes().annotate(seen, Map.of("not a key", "b")))
                .isInstanceOfSatisfying(WriteOutcome.Refused.class, refused -> assertThat(refused.why())
                        .contains("metadata.annotations"));
        assertThat(running.nodes().initialise(seen, new InitialisationPatch(ProviderId.parse(ID), Map.of(), Map.of())))
                .isInstanceOfSatisfying(WriteOutcome.Refused.class, refused -> assertThat(refused.why())
                        .contains("providerID"));
    }

    @Test
    void aThousandNodesAreReadPageByPage(TestReporter reporter) throws InterruptedException {
        server.objects()
                .createNodes(IntStream.range(0, 1000)
                        .mapToObj(i -> aNode("n-" + i).uninitialized())
                        .toList());
        Stopwatch stopwatch = Stopwatch.start();

        try (RunningNodes other = RunningNodes.synced(connection)) {
            reporter.publishEntry("sync of 1,000 Nodes, s", stopwatch.seconds());
            assertThat(IntStream.range(0, 1000)
                            .filter(i ->
                                    other.nodes().find(new NodeName("n-" + i)).isPresent())
                            .count())
                    .isEqualTo(1000);
        }
    }

    @Test
    void goesOnAfterARestartOfTheServer() {
        server.objects().createNode(aNode("w-1"));
        running.await("w-1", node -> !node.addresses().isEmpty());

        server.restart();
        server.objects().deleteNode("w-1");
        server.objects().createNode(aNode("w-2"));

        running.await("w-2", node -> !node.addresses().isEmpty());
        running.awaitGone("w-1");
        assertThat(running.nodes().failure()).isEmpty();
    }

    @Test
    void aServerThatHangsCostsOneDeadline() {
        server.objects().createNode(aNode("w-1"));
        running.await("w-1", node -> !node.addresses().isEmpty());
        server.pause();
        try {
            assertThatThrownBy(() -> connection.server().call(ApiCall.get("/api/v1/nodes/w-1"), Duration.ofSeconds(1)))
                    .isInstanceOfSatisfying(KubeException.class, e -> assertThat(e.kind())
                            .isIn(KubeException.Kind.TIMEOUT, KubeException.Kind.UNREACHABLE));
        } finally {
            server.resume();
        }
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> connection
                .server()
                .call(ApiCall.get("/api/v1/nodes/w-1"))
                .isSuccess());
    }
}
