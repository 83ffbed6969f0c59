package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleObserver;
import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// Metrics of Nodes whose VM is off or gone, and of the actions of the lifecycle controller.
///
/// Threads: any.
public final class LifecycleMetrics implements LifecycleObserver {
    private static final String EXISTS = "instance_exists";

    private final ReactionTimes.Reactions reactions;
    private final LongSupplier nanoTime;
    private final CounterSeries deletes;
    private final CounterSeries failures;
    private final GaugeSeries breakerOpen;
    private final GaugeSeries breakerNodes;
    private final HistogramSeries cycles;
    private final CounterSeries calls;
    private final CurrentReasons reasons;
    private volatile Breaker breaker = Breaker.CLOSED;

    /// Creates the metrics.
    ///
    /// @param clock the wall clock
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    LifecycleMetrics(Metrics metrics, ReactionTimes.Reactions reactions, InstantSource clock, LongSupplier nanoTime) {
        this.reasons = new CurrentReasons(clock);
        this.reactions = reactions;
        this.nanoTime = nanoTime;
        deletes = metrics.counter(Metric.NODE_DELETES);
        deletes.begin("destroyed");
        deletes.begin("absent");
        failures = metrics.counter(Metric.NODE_DELETE_FAILURES);
        breakerOpen = metrics.gauge(Metric.BREAKER_OPEN);
        breakerNodes = metrics.gauge(Metric.BREAKER_NODES);
        cycles = metrics.histogram(Metric.LIFECYCLE_CYCLE);
        calls = metrics.counter(Metric.LIFECYCLE_CALLS);
        metrics.read(Metric.NODE_DELETES_BLOCKED, reasons);
    }

    /// Records that a vCenter reported a change of this Node's VM, and that the Node is about to be reconciled.
    public void markPending(NodeName node) {
        reactions.markPending(node);
    }

    /// Reconciles the Node and measures the reaction time.
    public Outcome measure(NodeName node, Reconciler<NodeName> controller) {
        return reactions.measure(node, controller);
    }

    /// Evaluates all Nodes together and measures the duration.
    public void measureCycle(Runnable evaluation) {
        long begin = nanoTime.getAsLong();
        evaluation.run();
        cycles.observe(Duration.ofNanos(nanoTime.getAsLong() - begin));
    }

    /// Returns why the provider does not delete Nodes whose VM is missing, in no order.
    public List<NodeWithReason> withheld() {
        return reasons.now();
    }

    /// Returns the incident for which the provider withholds deletions of many Nodes; empty if there is none.
    public Optional<Incident> incident() {
        return breaker.open();
    }

    @Override
    public void onLookup(VmLookup lookup) {
        calls.increment(EXISTS, result(lookup));
    }

    private static String result(VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found _, VmLookup.Elsewhere _, VmLookup.Template _, VmLookup.Placeholder _ -> "success";
            case VmLookup.Missing _ -> "instance_not_found";
            case VmLookup.Pending _ -> "canceled";
            case VmLookup.Unknown _, VmLookup.Unreadable _, VmLookup.Ambiguous _, VmLookup.Conflict _ -> "error";
        };
    }

    @Override
    public void onWritten(NodeName node) {
        reactions.written(node);
    }

    @Override
    public void onDeleted(Proof proof) {
        deletes.increment(proof.isDestroyed() ? "destroyed" : "absent");
    }

    @Override
    public void onDeleteFailed() {
        failures.increment();
    }

    @Override
    public void onBreakerEvaluated(Breaker now) {
        breaker = now;
        breakerOpen.set(now.open().isPresent());
        breakerNodes.set(now.open().map(Incident::members).map(Set::size).orElse(0));
    }

    @Override
    public void onReasonsChanged(NodeName node, Set<Reason> now) {
        reasons.set(node, now);
    }
}
