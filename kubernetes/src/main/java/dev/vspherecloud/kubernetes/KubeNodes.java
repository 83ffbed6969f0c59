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
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The Nodes of a cluster, from the API server.
///
/// The listener is told the name of each Node that appeared, vanished, or changed in anything that [NodeView] shows
/// but its version: heartbeats wake nobody. It is called by the thread that brought the news, and must return at
/// once; a queue's `add` is meant. It is told of our own writes too.
///
/// What a write was answered with is what [#find] says from then on, until the watch shows something newer.
///
/// Threads: [#run] keeps the Nodes current and has one caller, which ends it by an interrupt. Everything else may
/// be called from anywhere.
public final class KubeNodes implements Nodes, Runnable {
    static final String PATH = "/api/v1/nodes";

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final ApiServer server;
    private final NodeStore store;
    private final CollectionWatcher<NodeName, KnownNode> watcher;

    public KubeNodes(KubeConnection connection, Consumer<NodeName> listener) {
        this(connection.server(), listener, Pause.system(), RandomGenerator.getDefault());
    }

    KubeNodes(ApiServer server, Consumer<NodeName> listener, Pause pause, RandomGenerator random) {
        this.server = server;
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

    /// A Node that is known in another state than the one seen is a conflict without asking the API server.
    @Override
    public WriteOutcome initialise(NodeView seen, NodeMarks marks) {
        Optional<KnownNode> known = store.find(seen.name());
        if (known.isEmpty()) {
            return new WriteOutcome.Vanished();
        }
        if (!known.get().view().equals(seen)) {
            return new WriteOutcome.Conflict();
        }
        return NodePatches.initialise(known.get(), marks)
                .map(patch -> write(ApiCall.strategicPatch(path(seen), patch)))
                .orElseGet(() -> new WriteOutcome.Written(seen));
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
        throw new UnsupportedOperationException();
    }

    @Override
    public WriteOutcome untaintShutdown(NodeView seen) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        throw new UnsupportedOperationException();
    }

    private WriteOutcome write(ApiCall call) {
        try {
            return send(call);
        } catch (KubeException e) {
            return new WriteOutcome.Failed(e.getMessage());
        }
    }

    private WriteOutcome send(ApiCall call) {
        ApiAnswer answer = server.call(call);
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
            default -> throw server.refusal(call, answer);
        };
    }

    private static String path(NodeView node) {
        return ApiCall.path(PATH, node.name().value());
    }
}
