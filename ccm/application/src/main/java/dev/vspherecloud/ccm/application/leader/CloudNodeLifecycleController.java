package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.cluster.KubeletLeases;
import dev.vspherecloud.ccm.controllers.lifecycle.ClusterPorts;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleClocks;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleController;
import dev.vspherecloud.ccm.controllers.lifecycle.VspherePorts;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.reconcile.Backoff;
import dev.vspherecloud.reconcile.KeyedController;
import dev.vspherecloud.reconcile.Loop;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.vsphere.inventory.VsphereExistenceChecker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// The controller with the name `cloud-node-lifecycle-controller`. It runs a [LifecycleController], which
/// reconciles each Node after a change and periodically, and evaluates all Nodes together every few seconds.
///
/// Threads: as `Controller` says. One worker does everything, so calls to the controller never overlap.
public final class CloudNodeLifecycleController implements KeyedController<NodeName> {
    /// The name of the work queue in metrics.
    private static final String QUEUE = "NodeLifecycle";

    private static final Duration CLUSTER_PERIOD = Duration.ofSeconds(5);

    /// The time between two reconciliations of a ready Node. It may be long, because such a Node is not in danger,
    /// and only changes without an event wait for it.
    private static final Duration PERIOD_WHEN_SETTLED = Duration.ofMinutes(5);

    private sealed interface Task {
        record ReconcileNode(NodeName node) implements Task {}

        record EvaluateCluster() implements Task {}
    }

    /// The time until a reconciliation is retried if the Nodes have not been listed yet. The first list takes
    /// milliseconds.
    private static final Duration UNTIL_SYNCED = Duration.ofMillis(200);

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    private final SharedSources sources;
    private final LifecycleController controller;
    private final Loop<Task> loop;
    private volatile boolean isRunning;

    public CloudNodeLifecycleController(SharedSources sources) {
        this.sources = sources;
        ProgramMetrics metrics = sources.metrics();
        controller = new LifecycleController(
                new ClusterPorts(
                        sources.nodes(),
                        sources.events(),
                        new KubeletLeases(sources.connection()),
                        sources.lifecycleStateStore(),
                        sources.leadership()),
                new VspherePorts(
                        sources.instances(),
                        new VsphereExistenceChecker(sources.instances(), this::enqueue, System::nanoTime)),
                sources.fromConfig(config -> SettingsRule.lifecycle(sources.options(), config)),
                new LifecycleClocks(System::nanoTime, InstantSource.system()),
                sources.confirmed(),
                metrics.lifecycle());
        loop = new Loop<>(
                new Loop.Settings("lifecycle", 1, BACKOFF, Duration.ZERO),
                this::work,
                () -> ThreadLocalRandom.current().nextDouble(),
                metrics.queues().of(QUEUE),
                sources.supervisor());
        metrics.queues().watch(QUEUE, loop::load);
        sources.onReport(this::markPending);
        sources.onChange(this::enqueue);
    }

    private void markPending(NodeName node) {
        if (isRunning) {
            sources.metrics().lifecycle().markPending(node);
        }
    }

    @Override
    public String name() {
        return ControllerName.CLOUD_NODE_LIFECYCLE.toString();
    }

    @Override
    public void start() {
        isRunning = true;
        loop.add(new Task.EvaluateCluster());
        loop.start();
    }

    @Override
    public void enqueue(NodeName node) {
        if (isRunning) {
            loop.add(new Task.ReconcileNode(node));
        }
    }

    @Override
    public void resync() {
        sources.nodes().names().forEach(this::enqueue);
    }

    @Override
    public Optional<String> unhealthyReason() {
        return loop.unhealthyReason();
    }

    @Override
    public void stop(Duration atMost) {
        isRunning = false;
        loop.close(atMost);
    }

    private Outcome work(Task task) {
        return switch (task) {
            case Task.ReconcileNode(NodeName node) -> {
                Outcome outcome = sources.metrics().lifecycle().measure(node, controller);
                yield sources.nodes()
                        .find(node)
                        .map(view -> within(outcome, period(view)))
                        .orElse(outcome);
            }
            case Task.EvaluateCluster() -> evaluateCluster();
        };
    }

    /// Evaluates all Nodes together, but not before the first list of Nodes is complete: until then an existing
    /// Node would count as absent.
    private Outcome evaluateCluster() {
        if (!sources.knowsAllNodes()) {
            return new Outcome.RequeueAfter(UNTIL_SYNCED);
        }
        sources.metrics().lifecycle().measureCycle(controller::evaluateCluster);
        return new Outcome.RequeueAfter(CLUSTER_PERIOD);
    }

    /// Returns the time between two reconciliations of a Node without an event. For a Node that is not ready it is
    /// `--node-monitor-period`.
    private Duration period(NodeView node) {
        return node.health().ready() == Ready.TRUE
                ? PERIOD_WHEN_SETTLED
                : sources.options().nodes().monitorPeriod();
    }

    private static Outcome within(Outcome outcome, Duration period) {
        return switch (outcome) {
            case Outcome.Done() -> new Outcome.RequeueAfter(period);
            case Outcome.RequeueAfter(Duration after) ->
                after.compareTo(period) < 0 ? outcome : new Outcome.RequeueAfter(period);
            case Outcome.Retry _ -> outcome;
        };
    }
}
