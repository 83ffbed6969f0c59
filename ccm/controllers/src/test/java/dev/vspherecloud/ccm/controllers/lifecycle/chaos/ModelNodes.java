package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The Nodes as one process reads and writes them. The [InvariantChecker] checks each write that reaches the API
/// server.
final class ModelNodes implements Nodes {
    private static final String UNANSWERED = "the API server does not answer";

    private final ModelProcess process;
    private final World world;
    private final Watch watch;
    private final Instances instances;
    private final TermRecord record;

    ModelNodes(ModelProcess process, World world, Watch watch, Instances instances, TermRecord record) {
        this.process = process;
        this.world = world;
        this.watch = watch;
        this.instances = instances;
        this.record = record;
    }

    @Override
    public Optional<NodeView> find(NodeName name) {
        return Optional.ofNullable(watch.nodes().get(name));
    }

    @Override
    public Set<NodeName> names() {
        return new LinkedHashSet<>(watch.nodes().keySet());
    }

    @Override
    public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WriteOutcome initialise(NodeView seen, InitialisationPatch marks) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WriteOutcome label(NodeView seen, Map<String, String> labels) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
        return write(
                now -> isSame(now, seen),
                node -> {
                    world.invariantChecker.annotated(node, record.lookup(node.name()));
                    return ModelCluster.annotated(node, annotations);
                },
                seen.name());
    }

    @Override
    public WriteOutcome addShutdownTaint(NodeView seen) {
        VmLookup evidence = instances.lookup(seen.name());
        return write(
                now -> isUnchanged(now, seen),
                node -> {
                    world.invariantChecker.tainted(node, evidence, process);
                    return ModelCluster.tainted(node, true);
                },
                seen.name());
    }

    @Override
    public WriteOutcome removeShutdownTaint(NodeView seen) {
        return write(
                now -> isUnchanged(now, seen),
                node -> {
                    world.invariantChecker.untainted(node, process);
                    return ModelCluster.tainted(node, false);
                },
                seen.name());
    }

    private WriteOutcome write(Predicate<NodeView> precondition, UnaryOperator<NodeView> change, NodeName name) {
        return process.<WriteOutcome>call(() -> {
                    Optional<NodeView> now = world.cluster.node(name);
                    if (now.isEmpty()) {
                        return new WriteOutcome.Vanished();
                    }
                    if (!precondition.test(now.get())) {
                        return new WriteOutcome.Conflict();
                    }
                    world.cluster.change(name, change);
                    return new WriteOutcome.Written(world.cluster.node(name).orElseThrow());
                })
                .orElseGet(() -> new WriteOutcome.Failed(UNANSWERED));
    }

    @Override
    public DeleteOutcome delete(NodeView seen) {
        Optional<String> objection = world.invariantChecker.objection(seen, record);
        return process.<DeleteOutcome>send(() -> {
                    Optional<NodeView> now = world.cluster.node(seen.name());
                    if (now.isEmpty()) {
                        return new DeleteOutcome.Vanished();
                    }
                    if (!isUnchanged(now.get(), seen)) {
                        return new DeleteOutcome.Conflict();
                    }
                    world.invariantChecker.deleted(now.get(), record, objection);
                    world.cluster.remove(seen.name());
                    return new DeleteOutcome.Deleted();
                })
                .orElseGet(() -> new DeleteOutcome.Failed(UNANSWERED));
    }

    private static boolean isSame(NodeView now, NodeView seen) {
        return now.meta().uid().equals(seen.meta().uid());
    }

    private static boolean isUnchanged(NodeView now, NodeView seen) {
        return isSame(now, seen)
                && now.meta().resourceVersion().equals(seen.meta().resourceVersion());
    }
}
