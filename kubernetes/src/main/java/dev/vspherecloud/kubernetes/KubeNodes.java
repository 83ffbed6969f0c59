package dev.vspherecloud.kubernetes;

import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.DeleteOutcome;
import dev.vspherecloud.domain.node.NodeMarks;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import dev.vspherecloud.domain.node.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
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

    /// Shorter than what a lease usually lasts beyond the renew deadline: a delete that was begun in office ends before
    /// another process takes over.
    private static final Duration DELETE_BUDGET = Duration.ofSeconds(4);

    private final ApiServer writes;
    private final NodeStore store;
    private final CollectionWatcher<NodeName, KnownNode> watcher;

    /// @param mayWrite whether this process leads for certain; see [ApiServer#writingOnlyWhile]
    public KubeNodes(KubeConnection connection, Consumer<NodeName> listener, BooleanSupplier mayWrite) {
        this(connection.server(), listener, mayWrite, Pause.system(), RandomGenerator.getDefault());
    }

    KubeNodes(
            ApiServer server,
            Consumer<NodeName> listener,
            BooleanSupplier mayWrite,
            Pause pause,
            RandomGenerator random) {
        this.writes = server.writingOnlyWhile(mayWrite);
        this.store = new NodeStore(listener);
        this.watcher = new CollectionWatcher<>(server, new NodeMirror(store), LONGEST_PAUSE, pause, random);
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
        return store.find(name).map(KnownNode::view);
    }

    @Override
    public Set<NodeName> names() {
        return store.names();
    }

    @Override
    public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
        return NodePatches.addresses(seen, addresses)
                .map(patch -> write(ApiCall.strategicPatch(path(seen) + "/status", patch)))
                .orElseGet(() -> new WriteOutcome.Written(seen));
    }

    @Override
    public WriteOutcome initialise(NodeView seen, NodeMarks marks) {
        return patchAsSeen(seen, known -> NodePatches.initialise(known, marks));
    }

    @Override
    public WriteOutcome label(NodeView seen, Map<String, String> labels) {
        return NodePatches.labels(seen, labels)
                .map(patch -> write(ApiCall.strategicPatch(path(seen), patch)))
                .orElseGet(() -> new WriteOutcome.Written(seen));
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return NodePatches.annotations(seen, annotations)
                .map(patch -> write(ApiCall.strategicPatch(path(seen), patch)))
                .orElseGet(() -> new WriteOutcome.Written(seen));
    }

    @Override
    public WriteOutcome taintShutdown(NodeView seen) {
        return patchAsSeen(seen, known -> NodePatches.taints(known, NodeTaint.withShutdown(known.taints())));
    }

    @Override
    public WriteOutcome untaintShutdown(NodeView seen) {
        return patchAsSeen(seen, known -> NodePatches.taints(known, NodeTaint.withoutShutdown(known.taints())));
    }

    /// A Node that is known in another state than the one seen is a conflict without asking the API server.
    @Override
    public DeleteOutcome delete(NodeView seen) {
        Optional<KnownNode> known = store.find(seen.name());
        if (known.isEmpty()) {
            return new DeleteOutcome.Vanished();
        }
        if (!known.get().view().equals(seen)) {
            return new DeleteOutcome.Conflict();
        }
        try {
            return sendDelete(ApiCall.delete(path(seen), NodePatches.preconditions(known.get())));
        } catch (KubeException e) {
            return new DeleteOutcome.Failed(e.getMessage());
        }
    }

    private DeleteOutcome sendDelete(ApiCall call) {
        ApiAnswer answer = writes.call(call, DELETE_BUDGET);
        return switch (answer.status()) {
            case 200, 202 -> new DeleteOutcome.Deleted();
            case 404 -> new DeleteOutcome.Vanished();
            case 409 -> new DeleteOutcome.Conflict();
            default -> throw writes.refusal(call, answer);
        };
    }

    /// A Node that is known in another state than the one seen is a conflict without asking the API server.
    ///
    /// @param patch empty when there is nothing to write
    private WriteOutcome patchAsSeen(NodeView seen, Function<KnownNode, Optional<String>> patch) {
        Optional<KnownNode> known = store.find(seen.name());
        if (known.isEmpty()) {
            return new WriteOutcome.Vanished();
        }
        if (!known.get().view().equals(seen)) {
            return new WriteOutcome.Conflict();
        }
        return patch.apply(known.get())
                .map(body -> write(ApiCall.strategicPatch(path(seen), body)))
                .orElseGet(() -> new WriteOutcome.Written(seen));
    }

    private WriteOutcome write(ApiCall call) {
        try {
            return send(call);
        } catch (KubeException e) {
            return new WriteOutcome.Failed(e.getMessage());
        }
    }

    private WriteOutcome send(ApiCall call) {
        ApiAnswer answer = writes.call(call);
        return switch (answer.status()) {
            case 200, 201 -> {
                KnownNode now = NodeJson.parse(answer);
                store.written(now);
                yield new WriteOutcome.Written(now.view());
            }
            case 404 -> new WriteOutcome.Vanished();
            case 409 -> new WriteOutcome.Conflict();
            case 422 ->
                // Another Node bears the name by now: each patch holds the uid of the one that was seen.
                answer.blames("metadata.uid")
                        ? new WriteOutcome.Conflict()
                        : new WriteOutcome.Refused(answer.message());
            case 400, 403 -> new WriteOutcome.Refused(answer.message());
            default -> throw writes.refusal(call, answer);
        };
    }

    private static String path(NodeView node) {
        return ApiCall.path(PATH, node.name().value());
    }
}
