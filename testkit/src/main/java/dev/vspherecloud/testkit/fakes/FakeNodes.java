package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.domain.node.NodeAddress;
import dev.vspherecloud.domain.node.NodeMarks;
import dev.vspherecloud.domain.node.NodeMeta;
import dev.vspherecloud.domain.node.NodeName;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import dev.vspherecloud.domain.node.ProviderId;
import dev.vspherecloud.domain.node.WriteOutcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.UnaryOperator;

/// Nodes in memory, with the API server's rules as far as our writes meet them: a write based on an old state
/// conflicts where it must, a Node that is gone cannot be written.
///
/// Threads: one.
public final class FakeNodes implements Nodes {
    private final Map<NodeName, NodeView> nodes = new HashMap<>();
    private final List<String> writes = new ArrayList<>();
    private final Queue<WriteOutcome> answers = new ArrayDeque<>();
    private long version = 1;

    /// Adds a Node with the `uninitialized` taint.
    public NodeView addTainted(String name, String systemUuid) {
        return add(name, "", systemUuid, true, List.of());
    }

    public NodeView add(
            String name, String providerId, String systemUuid, boolean tainted, List<NodeAddress> addresses) {
        var meta = new NodeMeta(
                new NodeName(name), "uid-" + name, Long.toString(version++), Instant.EPOCH, Map.of(), Map.of());
        var node = new NodeView(meta, providerId, systemUuid, tainted, addresses);
        nodes.put(node.name(), node);
        return node;
    }

    public void remove(String name) {
        nodes.remove(new NodeName(name));
    }

    /// The next write is answered like this and does nothing.
    public void answerNextWith(WriteOutcome outcome) {
        answers.add(outcome);
    }

    /// What was written, in order: `addresses w-1`, `initialise w-1`, `annotate w-1`.
    public List<String> writes() {
        return List.copyOf(writes);
    }

    @Override
    public Optional<NodeView> find(NodeName name) {
        return Optional.ofNullable(nodes.get(name));
    }

    @Override
    public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
        return write(
                "addresses",
                seen,
                false,
                now -> new NodeView(
                        next(now, Map.of(), Map.of()),
                        now.providerId(),
                        now.systemUuid(),
                        now.uninitialized(),
                        addresses));
    }

    @Override
    public WriteOutcome initialise(NodeView seen, NodeMarks marks) {
        return write(
                "initialise",
                seen,
                true,
                now -> new NodeView(
                        next(now, marks.labels(), marks.annotations()),
                        marks.providerId().map(ProviderId::toString).orElse(now.providerId()),
                        now.systemUuid(),
                        false,
                        now.addresses()));
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return write(
                "annotate",
                seen,
                false,
                now -> new NodeView(
                        next(now, Map.of(), annotations),
                        now.providerId(),
                        now.systemUuid(),
                        now.uninitialized(),
                        now.addresses()));
    }

    private WriteOutcome write(String what, NodeView seen, boolean strict, UnaryOperator<NodeView> change) {
        WriteOutcome answer = answers.poll();
        if (answer != null) {
            return answer;
        }
        NodeView now = nodes.get(seen.name());
        if (now == null) {
            return new WriteOutcome.Vanished();
        }
        if (strict && !now.meta().resourceVersion().equals(seen.meta().resourceVersion())) {
            return new WriteOutcome.Conflict();
        }
        writes.add(what + " " + seen.name());
        NodeView written = change.apply(now);
        nodes.put(written.name(), written);
        return new WriteOutcome.Written(written);
    }

    private NodeMeta next(NodeView now, Map<String, String> labels, Map<String, String> annotations) {
        NodeMeta meta = now.meta();
        var allLabels = new HashMap<>(meta.labels());
        allLabels.putAll(labels);
        var allAnnotations = new HashMap<>(meta.annotations());
        allAnnotations.putAll(annotations);
        return new NodeMeta(
                meta.name(), meta.uid(), Long.toString(version++), meta.created(), allLabels, allAnnotations);
    }
}
