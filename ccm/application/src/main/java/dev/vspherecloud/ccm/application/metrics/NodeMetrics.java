package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.ccm.controllers.node.NodeObserver;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Metrics of the Nodes, and of the actions of the node controller.
///
/// Threads: any; one volatile field holds the source to read.
public final class NodeMetrics implements NodeObserver {
    private static final List<String> STATES = List.of("initialized", "uninitialized", "foreign", "malformed");

    private final ReactionTimes.Reactions reactions;
    private final InstantSource clock;
    private final HistogramSeries taintRemoval;
    private final HistogramSeries firstSync;
    private final CurrentReasons reasons;
    private volatile @Nullable Watched watched;

    private record Watched(Nodes nodes, BooleanSupplier isSynced) {}

    NodeMetrics(Metrics metrics, ReactionTimes.Reactions reactions, InstantSource clock) {
        this.reactions = reactions;
        this.clock = clock;
        this.reasons = new CurrentReasons(clock);
        this.taintRemoval = metrics.histogram(Metric.TAINT_REMOVAL);
        this.firstSync = metrics.histogram(Metric.NODE_SYNC);
        metrics.read(Metric.NODES, this::readStates);
        metrics.read(Metric.NODES_SYNCED, this::readSynced);
        metrics.read(Metric.NODES_WITH_REASON, reasons);
    }

    /// Sets the Nodes of the cluster as the source of the metrics.
    ///
    /// @param isSynced returns true if all Nodes were listed once
    public void watch(Nodes nodes, BooleanSupplier isSynced) {
        watched = new Watched(nodes, isSynced);
    }

    private void readSynced(GaugeCallback.Sink sink) {
        Watched now = watched;
        if (now != null) {
            sink.value(now.isSynced().getAsBoolean() ? 1 : 0);
        }
    }

    private void readStates(GaugeCallback.Sink sink) {
        byState().forEach((state, count) -> sink.value(count, state));
    }

    /// Returns the number of Nodes in each state; empty as long as this process does not watch the Nodes, because
    /// it does not lead.
    public Map<String, Integer> byState() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        Watched now = watched;
        if (now != null) {
            STATES.forEach(state -> counts.put(state, 0));
            for (NodeName name : now.nodes().names()) {
                now.nodes().find(name).ifPresent(node -> counts.merge(state(node), 1, Integer::sum));
            }
        }
        return counts;
    }

    /// Returns the reasons that apply to Nodes now, in no order.
    public List<NodeWithReason> reasons() {
        return reasons.now();
    }

    private static String state(NodeView node) {
        return switch (node.identity()) {
            case NodeIdentity.OnVsphere _ -> node.isUninitialised() ? "uninitialized" : "initialized";
            case NodeIdentity.Foreign _ -> "foreign";
            case NodeIdentity.Malformed _ -> "malformed";
        };
    }

    /// Records that a vCenter reported a change of this Node's VM, and that the Node is about to be reconciled.
    public void markPending(NodeName node) {
        reactions.markPending(node);
    }

    /// Reconciles the Node and measures the reaction time.
    public Outcome measure(NodeName node, Reconciler<NodeName> controller) {
        return reactions.measure(node, controller);
    }

    @Override
    public void onInitialised(NodeView node) {
        Duration age = Duration.between(node.meta().created(), clock.instant());
        taintRemoval.observe(age);
        firstSync.observe(age);
    }

    @Override
    public void onWritten(NodeName node) {
        reactions.written(node);
    }

    @Override
    public void onReasonsChanged(NodeName node, Set<Reason> now) {
        reasons.set(node, now);
    }
}
