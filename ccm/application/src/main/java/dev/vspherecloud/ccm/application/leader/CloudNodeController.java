package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.controllers.node.NodeController;
import dev.vspherecloud.ccm.controllers.node.NodeSources;
import dev.vspherecloud.ccm.controllers.node.VmRecorder;
import dev.vspherecloud.ccm.controllers.node.VmRecording;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.reconcile.Backoff;
import dev.vspherecloud.reconcile.KeyedController;
import dev.vspherecloud.reconcile.Loop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// The controller with the name `cloud-node-controller`. It runs a [NodeController], and at a lower rate a
/// [VmRecorder], which records on Nodes which VM they run on.
///
/// Threads: as `Controller` says; several workers reconcile Nodes, one records VMs.
public final class CloudNodeController implements KeyedController<NodeName> {
    /// The names of the two work queues in metrics.
    private static final String NODES = "Nodes";

    private static final String RECORDS = "NodeRecords";

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofMinutes(1));

    /// The minimum time between two writes of VM records, so at most five Nodes a second after the start in a
    /// running cluster.
    private static final Duration RECORDING_INTERVAL = Duration.ofMillis(200);

    private final SharedSources sources;
    private final Loop<NodeName> nodeLoop;
    private final Loop<NodeName> recorderLoop;
    private volatile boolean isRunning;

    public CloudNodeController(SharedSources sources) {
        this.sources = sources;
        ProgramMetrics metrics = sources.metrics();
        recorderLoop = new Loop<>(
                new Loop.Settings("node-record", 1, BACKOFF, RECORDING_INTERVAL),
                new VmRecorder(sources.nodes(), sources.instances(), sources.confirmed()),
                () -> ThreadLocalRandom.current().nextDouble(),
                metrics.queues().of(RECORDS),
                sources.supervisor());
        var controller = new NodeController(
                new NodeSources(sources.nodes(), sources.instances(), sources.addressesInUse()),
                sources.events(),
                sources.fromConfig(config -> SettingsRule.settings(sources.options(), config)),
                new VmRecording(sources.confirmed(), recorderLoop::add),
                System::nanoTime,
                metrics.nodes());
        nodeLoop = new Loop<>(
                new Loop.Settings("node", sources.options().nodes().workers(), BACKOFF, Duration.ZERO),
                name -> metrics.nodes().measure(name, controller),
                () -> ThreadLocalRandom.current().nextDouble(),
                metrics.queues().of(NODES),
                sources.supervisor());
        metrics.queues().watch(NODES, nodeLoop::load);
        metrics.queues().watch(RECORDS, recorderLoop::load);
        sources.onReport(this::markPending);
        sources.onChange(this::enqueue);
        sources.onReplacement(this::record);
    }

    private void markPending(NodeName node) {
        if (isRunning) {
            sources.metrics().nodes().markPending(node);
        }
    }

    private void record(NodeName node) {
        if (isRunning) {
            recorderLoop.add(node);
        }
    }

    @Override
    public String name() {
        return ControllerName.CLOUD_NODE.toString();
    }

    @Override
    public void start() {
        isRunning = true;
        nodeLoop.start();
        recorderLoop.start();
    }

    @Override
    public void enqueue(NodeName node) {
        if (isRunning) {
            nodeLoop.add(node);
        }
    }

    @Override
    public void resync() {
        sources.nodes().names().forEach(this::enqueue);
    }

    @Override
    public Optional<String> unhealthyReason() {
        return nodeLoop.unhealthyReason().or(recorderLoop::unhealthyReason);
    }

    @Override
    public void stop(Duration atMost) {
        isRunning = false;
        nodeLoop.close(atMost);
        recorderLoop.close(atMost);
    }
}
