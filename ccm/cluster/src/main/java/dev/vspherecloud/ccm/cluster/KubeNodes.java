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

/// The Nodes of a cluster, from the API server.
///
/// The listener is told the name of each Node that appeared, vanished, or changed in anything that [NodeView] shows
/// but its version and heartbeat. It is called by the thread that brought the news, and must return at
/// once; a queue's `add` is meant. It is told of our own writes too.
///
/// What a write was answered with is what [#find] says from then on, until the watch shows something newer. A Node that
/// was deleted is found until the watch shows that it is gone: finalizers may hold it.
///
/// Nothing is written while this process does not lead for certain.
///
/// Threads: [#run] keeps the Nodes current and has one caller, which ends it by an interrupt. Everything else may
/// be called from anywhere.
public final class KubeNodes implements Nodes, Runnable {
    static final String PATH = "/api/v1/nodes";

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final NodeStore store;
    private final NodeWriter writer;
    private final Reflector<NodeName, CachedNode> watcher;

    /// @param mayWrite whether this process leads for certain; see [ApiServer#writingOnlyWhile]
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
        this.writer = new NodeWriter(server.writingOnlyWhile(mayWrite), store);
        this.watcher = new Reflector<>(server, store, LONGEST_PAUSE, pause, random);
    }

    @Override
    public void run() {
        watcher.run();
    }

    /// Waits until every Node has been read once. False when that did not come to pass in time; [#failure] may say
    /// why.
    public boolean awaitSync(Duration patience) throws InterruptedException {
        return watcher.awaitSync(patience);
    }

    /// Whether all Nodes have been listed once, so that who is not known is not there.
    public boolean isSynced() {
        return watcher.isSynced();
    }

    /// Why the Nodes can't be read at the moment; empty when they can. What is known stays known.
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
                now -> agree(labels.keySet(), now.meta().labels(), seen.meta().labels()),
                known -> NodePatches.labels(known, labels));
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return writer.patch(
                seen,
                "",
                now -> agree(
                        annotations.keySet(),
                        now.meta().annotations(),
                        seen.meta().annotations()),
                known -> NodePatches.annotations(known, annotations));
    }

    @Override
    public WriteOutcome taintShutdown(NodeView seen) {
        return writer.patchAsSeen(seen, known -> NodePatches.taints(known, NodeTaint.withShutdown(known.taints())));
    }

    @Override
    public WriteOutcome untaintShutdown(NodeView seen) {
        return writer.patchAsSeen(seen, known -> NodePatches.taints(known, NodeTaint.withoutShutdown(known.taints())));
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        return writer.delete(seen);
    }

    private static boolean agree(Set<String> keys, Map<String, String> one, Map<String, String> other) {
        return keys.stream().allMatch(key -> Objects.equals(one.get(key), other.get(key)));
    }
}
