package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.metrics.LifecycleMetrics;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.cluster.KubeNodes;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleController;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.reconcile.Backoff;
import dev.vspherecloud.reconcile.Loop;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Has the [LifecycleController] look at Nodes: when there is news of them, and time and again; and at all of them as a
/// whole every few seconds.
///
/// Threads: [#add] may be called from anywhere. One worker does everything, so the controller never works beside
/// itself.
final class CloudNodeLifecycleController implements AutoCloseable {
    /// As metrics name it.
    private static final String QUEUE = "NodeLifecycle";

    private static final Duration OVERSIGHT = Duration.ofSeconds(5);

    /// A Node that is ready has nothing to fear; this is for what no news told.
    private static final Duration CALM = Duration.ofMinutes(5);

    private sealed interface Task {
        record Look(NodeName node) implements Task {}

        record Oversee() implements Task {}
    }

    /// The first list of all Nodes takes milliseconds.
    private static final Duration UNTIL_SYNCED = Duration.ofMillis(200);

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    private final LifecycleController controller;
    private final KubeNodes nodes;
    private final Duration period;
    private final LifecycleMetrics metrics;
    private final Loop<Task> loop;

    /// @param period how often a Node that is not ready is looked at without news, `--node-monitor-period`
    CloudNodeLifecycleController(
            LifecycleController controller,
            KubeNodes nodes,
            Duration period,
            ProgramMetrics metrics,
            Supervisor supervisor) {
        this.controller = controller;
        this.nodes = nodes;
        this.period = period;
        this.metrics = metrics.lifecycle();
        loop = new Loop<>(
                new Loop.Settings("lifecycle", 1, BACKOFF, Duration.ZERO),
                this::work,
                () -> ThreadLocalRandom.current().nextDouble(),
                metrics.queues().of(QUEUE),
                supervisor);
        metrics.queues().follow(QUEUE, loop::load);
    }

    void start() {
        loop.add(new Task.Oversee());
        loop.start();
    }

    void add(NodeName node) {
        loop.add(new Task.Look(node));
    }

    boolean hasLostWorker() {
        return loop.hasLostWorker();
    }

    void close(Duration atMost) {
        loop.close(atMost);
    }

    @Override
    public void close() {
        loop.close();
    }

    private Outcome work(Task task) {
        return switch (task) {
            case Task.Look(NodeName node) -> {
                Outcome outcome = metrics.look(node, controller);
                yield nodes.find(node)
                        .map(view -> within(outcome, period(view)))
                        .orElse(outcome);
            }
            case Task.Oversee() -> oversee();
        };
    }

    /// Who is not on the roll is not there: it must be complete.
    private Outcome oversee() {
        if (!nodes.isSynced()) {
            return new Outcome.Again(UNTIL_SYNCED);
        }
        metrics.oversee(controller::oversee);
        return new Outcome.Again(OVERSIGHT);
    }

    private Duration period(NodeView node) {
        return node.health().ready() == Ready.TRUE ? CALM : period;
    }

    private static Outcome within(Outcome outcome, Duration period) {
        return switch (outcome) {
            case Outcome.Done() -> new Outcome.Again(period);
            case Outcome.Again(Duration after) -> after.compareTo(period) < 0 ? outcome : new Outcome.Again(period);
            case Outcome.Retry _ -> outcome;
        };
    }
}
