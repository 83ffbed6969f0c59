package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.ProviderId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Nodes in memory. It follows the rules of the API server and of its adapter that matter for the provider's writes:
/// [NodesContract] checks both.
///
/// Threads: one.
public final class FakeNodes implements Nodes {
    private final Map<NodeName, NodeView> nodes = new HashMap<>();
    private final List<String> writes = new ArrayList<>();
    private final Queue<WriteOutcome> answers = new ArrayDeque<>();
    private final Queue<DeleteOutcome> deleteAnswers = new ArrayDeque<>();
    private long version = 1;

    /// Adds a Node with the `uninitialized` taint.
    public NodeView addTainted(String name, String systemUuid) {
        return add(name, "", systemUuid, true, List.of());
    }

    public NodeView add(
            String name, String providerId, String systemUuid, boolean tainted, List<NodeAddress> addresses) {
        var meta = new NodeMeta(new NodeName(name), "uid-" + version, version(), Instant.EPOCH, Map.of(), Map.of());
        var node = new NodeView(meta, providerId, systemUuid, tainted, addresses, NodeHealth.HEALTHY);
        nodes.put(node.name(), node);
        return node;
    }

    public void remove(String name) {
        nodes.remove(new NodeName(name));
    }

    /// Sets a label, as another client does.
    public NodeView label(String name, String key, String value) {
        NodeView now = find(new NodeName(name)).orElseThrow();
        return put(with(now, now.providerId(), now.isUninitialised(), now.addresses(), Map.of(key, value), Map.of()));
    }

    /// Sets an annotation, as another client does.
    public NodeView annotate(String name, String key, String value) {
        NodeView now = find(new NodeName(name)).orElseThrow();
        return put(with(now, now.providerId(), now.isUninitialised(), now.addresses(), Map.of(), Map.of(key, value)));
    }

    /// Sets the health of a Node, as the kubelet or the node controller reports it.
    public NodeView report(String name, NodeHealth health) {
        return put(with(find(new NodeName(name)).orElseThrow(), health));
    }

    /// Returns this outcome from the next write that would change something, and does not write.
    public void answerNextWith(WriteOutcome outcome) {
        answers.add(outcome);
    }

    /// Returns this outcome from the next delete of an existing, unchanged Node, and does not delete.
    public void answerNextDeleteWith(DeleteOutcome outcome) {
        deleteAnswers.add(outcome);
    }

    /// Returns the writes in order: `addresses w-1`, `initialise w-1`, `label w-1`, `annotate w-1`, `taint w-1`,
    /// `untaint w-1`, `delete w-1`.
    public List<String> writes() {
        return List.copyOf(writes);
    }

    @Override
    public Optional<NodeView> find(NodeName name) {
        return Optional.ofNullable(nodes.get(name));
    }

    @Override
    public Set<NodeName> names() {
        return Set.copyOf(nodes.keySet());
    }

    @Override
    public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
        boolean isOverwritten = find(seen.name())
                .map(now -> !now.addresses().equals(seen.addresses())
                        && !now.addresses().equals(addresses))
                .orElse(false);
        if (isOverwritten) {
            return new WriteOutcome.Conflict();
        }
        return write(
                "addresses",
                seen,
                with(seen, seen.providerId(), seen.isUninitialised(), addresses, Map.of(), Map.of()),
                now -> with(now, now.providerId(), now.isUninitialised(), addresses, Map.of(), Map.of()));
    }

    @Override
    public WriteOutcome initialise(NodeView seen, InitialisationPatch patch) {
        NodeView now = nodes.get(seen.name());
        if (now == null) {
            return new WriteOutcome.Vanished();
        }
        if (!now.equals(seen)) {
            return new WriteOutcome.Conflict();
        }
        String id = patch.providerId().map(ProviderId::toString).orElse(seen.providerId());
        if (!seen.providerId().isEmpty() && !seen.providerId().equals(id)) {
            return new WriteOutcome.Refused("spec.providerID: may not change once it is set");
        }
        NodeView marked = with(seen, id, false, seen.addresses(), patch.labels(), patch.annotations());
        return write("initialise", seen, marked, _ -> marked);
    }

    @Override
    public WriteOutcome label(NodeView seen, Map<String, String> labels) {
        return write(
                "label",
                seen,
                with(seen, seen.providerId(), seen.isUninitialised(), seen.addresses(), labels, Map.of()),
                now -> with(now, now.providerId(), now.isUninitialised(), now.addresses(), labels, Map.of()));
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return write(
                "annotate",
                seen,
                with(seen, seen.providerId(), seen.isUninitialised(), seen.addresses(), Map.of(), annotations),
                now -> with(now, now.providerId(), now.isUninitialised(), now.addresses(), Map.of(), annotations));
    }

    @Override
    public WriteOutcome addShutdownTaint(NodeView seen) {
        return setShutdownTaint("taint", seen, true);
    }

    @Override
    public WriteOutcome removeShutdownTaint(NodeView seen) {
        return setShutdownTaint("untaint", seen, false);
    }

    private WriteOutcome setShutdownTaint(String what, NodeView seen, boolean isThere) {
        NodeView now = nodes.get(seen.name());
        if (now == null) {
            return new WriteOutcome.Vanished();
        }
        if (!now.equals(seen)) {
            return new WriteOutcome.Conflict();
        }
        NodeHealth is = seen.health();
        NodeView expected =
                with(seen, new NodeHealth(is.ready(), is.heartbeat(), isThere, is.isDeleting(), is.isLeaving()));
        return write(what, seen, expected, _ -> expected);
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        NodeView now = nodes.get(seen.name());
        if (now == null) {
            return new DeleteOutcome.Vanished();
        }
        if (!now.equals(seen)) {
            return new DeleteOutcome.Conflict();
        }
        DeleteOutcome answer = deleteAnswers.poll();
        if (answer != null) {
            return answer;
        }
        writes.add("delete " + seen.name());
        nodes.remove(seen.name());
        return new DeleteOutcome.Deleted();
    }

    /// @param expected the Node that was seen, with the change
    private WriteOutcome write(String what, NodeView seen, NodeView expected, UnaryOperator<NodeView> change) {
        if (expected.equals(seen)) {
            return new WriteOutcome.Written(seen);
        }
        WriteOutcome answer = answers.poll();
        if (answer != null) {
            return answer;
        }
        NodeView now = nodes.get(seen.name());
        if (now == null) {
            return new WriteOutcome.Vanished();
        }
        if (!now.meta().uid().equals(seen.meta().uid())) {
            return new WriteOutcome.Conflict();
        }
        writes.add(what + " " + seen.name());
        return new WriteOutcome.Written(put(change.apply(now)));
    }

    private NodeView put(NodeView node) {
        NodeMeta meta = node.meta();
        var next = new NodeMeta(meta.name(), meta.uid(), version(), meta.created(), meta.labels(), meta.annotations());
        var moved = new NodeView(
                next, node.providerId(), node.systemUuid(), node.isUninitialised(), node.addresses(), node.health());
        nodes.put(moved.name(), moved);
        return moved;
    }

    private String version() {
        return Long.toString(version++);
    }

    private static NodeView with(
            NodeView node,
            String providerId,
            boolean uninitialized,
            List<NodeAddress> addresses,
            Map<String, String> labels,
            Map<String, String> annotations) {
        NodeMeta meta = node.meta();
        var changed = new NodeMeta(
                meta.name(),
                meta.uid(),
                meta.resourceVersion(),
                meta.created(),
                plus(meta.labels(), labels),
                plus(meta.annotations(), annotations));
        return new NodeView(changed, providerId, node.systemUuid(), uninitialized, addresses, node.health());
    }

    private static NodeView with(NodeView node, NodeHealth health) {
        return new NodeView(
                node.meta(), node.providerId(), node.systemUuid(), node.isUninitialised(), node.addresses(), health);
    }

    private static Map<String, String> plus(Map<String, String> present, Map<String, String> more) {
        var all = new HashMap<>(present);
        all.putAll(more);
        return all;
    }
}
