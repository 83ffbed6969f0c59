package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Reads, watches and writes the Nodes of a cluster.
///
/// The listener gets the name of each Node that appeared, vanished, or changed in anything that [NodeView] shows
/// except its version and heartbeat. That includes the writes of this process. It is called by the thread that
/// received the change, and must return at once; it is usually a queue's `add`.
///
/// After a write, [#find] returns the state in the response until the watch shows a newer one. A deleted Node is
/// found until the watch shows that it is gone, since finalizers may keep it.
///
/// Nothing is written while it is not certain that this process leads.
///
/// Threads: [#run] keeps the Nodes current and has one caller, which ends it by an interrupt. Everything else may
/// be called from anywhere.
public final class KubeNodes implements Nodes, Runnable {
    static final String PATH = "/api/v1/nodes";

    private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

    private final NodeStore store;
    private final NodeWriter writer;
    private final Reflector<NodeName, CachedNode> watcher;

    /// @param mayWrite returns true while it is certain that this process leads; see [ApiServer#withWriteFence]
    public KubeNodes(KubeConnection connection, Consumer<NodeName> listener, BooleanSupplier mayWrite) {
        this(connection.server(), listener, mayWrite, Sleeper.system(), RandomGenerator.getDefault());
    }

    KubeNodes(
            ApiServer server,
            Consumer<NodeName> listener,
            BooleanSupplier mayWrite,
            Sleeper pause,
            RandomGenerator random) {
        this.store = new NodeStore(listener);
        this.writer = new NodeWriter(server.withWriteFence(mayWrite), store);
        this.watcher = new Reflector<>(server, store, MAX_PAUSE, pause, random);
    }

    @Override
    public void run() {
        watcher.run();
    }

    /// Waits until every Node has been read once. Returns false if that took too long; [#failure] may say why.
    public boolean awaitSync(Duration patience) throws InterruptedException {
        return watcher.awaitSync(patience);
    }

    /// Returns true if all Nodes have been listed once, so that an unknown Node does not exist.
    public boolean isSynced() {
        return watcher.isSynced();
    }

    /// Returns why the Nodes cannot be read at the moment; empty if they can. The Nodes that were read before stay
    /// known.
    public Optional<KubeException> failure() {
        return watcher.failure();
    }

    @Override
    public Optional<NodeView> find(NodeName name) {
        return store.find(name).map(CachedNode::view);
    }

    @Override
    public Set<NodeName> names() {
        return store.keys();
    }

    @Override
    public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
        return writer.patch(
                seen,
                "/status",
                now -> now.addresses().equals(seen.addresses()),
                known -> NodePatches.addresses(known, addresses));
    }

    @Override
    public WriteOutcome initialise(NodeView seen, InitialisationPatch marks) {
        return writer.patchAsSeen(seen, known -> NodePatches.initialise(known, marks));
    }

    @Override
    public WriteOutcome label(NodeView seen, Map<String, String> labels) {
        return writer.patch(
                seen,
                "",
                now -> areEqual(
                        labels.keySet(), now.meta().labels(), seen.meta().labels()),
                known -> NodePatches.labels(known, labels));
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return writer.patch(
                seen,
                "",
                now -> areEqual(
                        annotations.keySet(),
                        now.meta().annotations(),
                        seen.meta().annotations()),
                known -> NodePatches.annotations(known, annotations));
    }

    @Override
    public WriteOutcome addShutdownTaint(NodeView seen) {
        return writer.patchAsSeen(seen, known -> NodePatches.taints(known, NodeTaint.withShutdown(known.taints())));
    }

    @Override
    public WriteOutcome removeShutdownTaint(NodeView seen) {
        return writer.patchAsSeen(seen, known -> NodePatches.taints(known, NodeTaint.withoutShutdown(known.taints())));
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        return writer.delete(seen);
    }

    private static boolean areEqual(Set<String> keys, Map<String, String> one, Map<String, String> other) {
        return keys.stream().allMatch(key -> Objects.equals(one.get(key), other.get(key)));
    }
}
