package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.testkit.servers.NodeSpec.aNode;

import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.fakes.NodesContract;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the adapter fulfils the contract of the port on a real API server.
class KubeNodesContractIT extends NodesContract {
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
        running = RunningNodes.synced(connection, "rack", "zone");
    }

    @AfterEach
    void clear() {
        running.close();
        server.objects().deleteNodes();
    }

    @Override
    protected Nodes nodes() {
        return running.nodes();
    }

    @Override
    protected NodeView register(String name) {
        server.objects().createNode(aNode(name).systemUuid(SYSTEM_UUID).uninitialized());
        return running.await(name, node -> !node.addresses().isEmpty());
    }

    @Override
    protected NodeView label(String name, String key, String value) {
        server.objects().patchNode(name, "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}}}".formatted(key, value));
        return running.await(name, node -> value.equals(node.meta().labels().get(key)));
    }

    @Override
    protected NodeView report(String name, Ready ready, Instant heartbeat) {
        server.objects()
                .patch("/api/v1/nodes/" + name + "/status", NodeFixtures.readyPatch(spelling(ready), heartbeat));
        return running.await(name, node -> node.health().heartbeat().equals(heartbeat));
    }

    private static String spelling(Ready ready) {
        return switch (ready) {
            case TRUE -> "True";
            case FALSE -> "False";
            case UNKNOWN -> "Unknown";
        };
    }

    @Override
    protected void awaitGone(String name) {
        running.awaitGone(name);
    }

    @Override
    protected void delete(String name) {
        server.objects().deleteNode(name);
        running.awaitGone(name);
    }
}
