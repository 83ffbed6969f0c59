package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/// A [KubeNodes] with a thread that runs it, and the names that its listener received.
final class RunningNodes implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final List<NodeName> notified = new CopyOnWriteArrayList<>();
    private final KubeNodes nodes;
    private final Thread thread;

    RunningNodes(KubeConnection connection, Set<String> labelKeys) {
        nodes = new KubeNodes(connection, notified::add, () -> true);
        nodes.setLabelKeys(labelKeys);
        thread = Thread.ofVirtual().name("nodes").start(nodes);
    }

    static RunningNodes synced(KubeConnection connection, String... labelKeys) throws InterruptedException {
        var running = new RunningNodes(connection, Set.of(labelKeys));
        if (!running.nodes.awaitSync(LIMIT)) {
            running.close();
            throw new AssertionError("not synced: " + running.nodes.failure());
        }
        return running;
    }

    KubeNodes nodes() {
        return nodes;
    }

    List<NodeName> notified() {
        return notified;
    }

    /// Waits until a Node is known in this state.
    NodeView await(String name, Predicate<NodeView> wanted) {
        return Awaitility.await()
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> nodes.find(new NodeName(name)).filter(wanted), Optional::isPresent)
                .orElseThrow();
    }

    void awaitGone(String name) {
        Awaitility.await().atMost(LIMIT).until(() -> nodes.find(new NodeName(name))
                .isEmpty());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
