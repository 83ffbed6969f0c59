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
/// The listener receives the name of each Node that appeared, vanished, or changed in any field of [NodeView]
/// except resource version and heartbeat, also if this process made the change. The thread that received the change
/// calls the listener, which must return at once. It is usually the `add` of a queue.
///
/// After a write, [#find] returns the state in the response until the watch shows a newer one. A deleted Node is
/// found until the watch shows that it is gone, since finalizers may keep it.
///
/// A write fails unless it is certain that this process leads.
///
/// Threads: [#run] keeps the Nodes current and has one caller, which ends it by an interrupt. Everything else may
/// be called from anywhere.
public final class KubeNodes implements Nodes, Runnable {
    static final String PATH = "/api/v1/nodes";

    private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

    private final NodeStore store;
    private final NodeWriter writer;
    private final Reflector<NodeName, CachedNode> watcher;

    /// Creates the object; it reads nothing yet.
    ///
    /// @param listener receives the name of each Node that changed
    /// @param mayWrite returns true while it is certain that this process leads; see [ApiServer#withWriteFence]
    public KubeNodes(KubeConnection connection, Consumer<NodeName> listener, BooleanSupplier mayWrite) {
        this(connection.server(), new NodeStore(listener), mayWrite, Sleeper.system(), RandomGenerator.getDefault());
    }

    /// Creates an object that reads and watches the Nodes whose labels match, and cannot write.
    ///
    /// @param selector a label selector; empty for all Nodes
    public static KubeNodes readOnly(KubeConnection connection, String selector, Consumer<NodeName> listener) {
        return new KubeNodes(
                connection.server(),
                new NodeStore(listener, selector),
                () -> false,
                Sleeper.system(),
                RandomGenerator.getDefault());
    }

    KubeNodes(
            ApiServer server,
            Consumer<NodeName> listener,
            BooleanSupplier mayWrite,
            Sleeper pause,
            RandomGenerator random) {
        this(server, new NodeStore(listener), mayWrite, pause, random);
    }

    private KubeNodes(
            ApiServer server, NodeStore store, BooleanSupplier mayWrite, Sleeper pause, RandomGenerator random) {
        this.store = store;
        this.writer = new NodeWriter(server.withWriteFence(mayWrite), store);
        this.watcher = new Reflector<>(server, store, MAX_PAUSE, pause, random);
    }

    /// Sets the keys of the labels that are read, in addition to [NodeSettings#FIXED_LABEL_KEYS]. A Node that was read
    /// before gets a label with a new key when it is read the next time: at the next write of its kubelet, within
    /// five minutes.
    public void setLabelKeys(Set<String> keys) {
        store.setLabelKeys(keys);
    }

    @Override
    public void run() {
        watcher.run();
    }

    /// Waits until all Nodes have been read once. Returns false if the time is over first; [#failure] may tell why.
    public boolean awaitSync(Duration timeout) throws InterruptedException {
        return watcher.awaitSync(timeout);
    }

    /// Returns true if all Nodes have been listed once, so that an unknown Node does not exist.
    public boolean isSynced() {
        return watcher.isSynced();
    }

    /// Returns why this process cannot read the Nodes at the moment; empty if it can. The Nodes that it read before
    /// stay known.
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
    public WriteOutcome initialise(NodeView seen, InitialisationPatch patch) {
        return writer.patchAsSeen(seen, known -> NodePatches.initialise(known, patch));
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
        return writer.patchAsSeen(
                seen,
                known -> NodePatches.taints(
                        known, NodeTaint.withShutdown(known.taints().all())));
    }

    @Override
    public WriteOutcome removeShutdownTaint(NodeView seen) {
        return writer.patchAsSeen(
                seen,
                known -> NodePatches.taints(
                        known, NodeTaint.withoutShutdown(known.taints().all())));
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        return writer.delete(seen);
    }

    private static boolean areEqual(Set<String> keys, Map<String, String> one, Map<String, String> other) {
        return keys.stream().allMatch(key -> Objects.equals(one.get(key), other.get(key)));
    }
}
