package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.ClusterPorts;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleClocks;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleController;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleObserver;
import dev.vspherecloud.ccm.controllers.lifecycle.VspherePorts;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.controllers.node.VmRecorder;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.KubeletHeartbeats;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.reconcile.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The state of a process while it leads, created for each term: the controller under test, its inputs, and
/// the loop that reconciles Nodes.
final class LeaderTerm {
    private static final Duration EVALUATION_PERIOD = Duration.ofSeconds(10);
    private static final Duration BUSY = Duration.ofMillis(50);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final ModelProcess process;
    private final World world;
    private final Watch watch;
    private final List<VcenterView> views;
    private final DisabledSafeguard.FilteredInstances instances;
    private final LifecycleController controller;
    private final VmRecorder recorder;
    private final TermRecord record;
    private final Map<NodeName, Long> due = new HashMap<>();
    private final Set<NodeName> toRecord = new HashSet<>();
    private final Set<NodeName> toInitialise = new HashSet<>();
    private boolean isBusy;

    LeaderTerm(ModelProcess process, World world) {
        this.process = process;
        this.world = world;
        this.watch = new Watch(world.time, world.seededRandom, process::isWatchStalled, this::enqueue);
        this.views = new ArrayList<>();
        world.sites.forEach(site -> views.add(new VcenterView(site, process, world, this::enqueueAll)));
        this.record = new TermRecord(
                process, world, watch, new ModelInstances(watch.nodes(), views, UnaryOperator.identity()));
        this.instances = world.disabledSafeguard.instances(
                new ModelInstances(watch.nodes(), views, world.disabledSafeguard::shown));
        Nodes nodes = world.disabledSafeguard.nodes(new ModelNodes(process, world, watch, instances, record), world);
        var confirmed = new ConfirmedVms(_ -> {});
        this.recorder = new VmRecorder(nodes, instances, confirmed);
        var vsphere = new VspherePorts(
                instances,
                world.disabledSafeguard.existenceChecker(
                        new ModelExistenceChecker(process, world, views, record, this::enqueue),
                        world,
                        process::nanoTime));
        KubeletHeartbeats kubeletHeartbeats = world.disabledSafeguard.kubeletHeartbeats(this::heartbeat);
        Leadership leadership = world.disabledSafeguard.leadership(new ModelLeadership(process, world, record));
        LifecycleStateStore lifecycleStateStore =
                world.disabledSafeguard.lifecycleStateStore(new ModelStateStore(process, world));
        this.controller = new LifecycleController(
                new ClusterPorts(
                        nodes, world.operator.eventRecorder(), kubeletHeartbeats, lifecycleStateStore, leadership),
                vsphere,
                () -> world.disabledSafeguard.rules(world.rules),
                new LifecycleClocks(world.disabledSafeguard.nanoTime(process::nanoTime), process::wall),
                confirmed,
                LifecycleObserver.NONE);
    }

    void begin() {
        world.cluster.attach(watch);
        views.forEach(VcenterView::begin);
        record.begin();
        sweep();
        evaluateCluster();
    }

    void end() {
        world.cluster.detach(watch);
    }

    private Heartbeat heartbeat(NodeName node) {
        return process.<Heartbeat>call(() -> {
                    record.read(node);
                    return world.cluster
                            .kubelet(node)
                            .<Heartbeat>map(kubelet -> new Heartbeat.Renewed(Long.toString(kubelet.renewal())))
                            .orElseGet(Heartbeat.None::new);
                })
                .orElseGet(() -> new Heartbeat.Unreadable("the API server does not answer"));
    }

    /// Applies a configuration that names other vCenters.
    void reload() {
        views.removeIf(view -> !world.sites.contains(view.where()));
        for (Site site : world.sites) {
            if (views.stream().noneMatch(view -> view.where() == site)) {
                var view = new VcenterView(site, process, world, this::enqueueAll);
                views.add(view);
                view.begin();
            }
        }
        enqueueAll();
    }

    Set<String> missing() {
        return Set.copyOf(record.missing());
    }

    private void sweep() {
        enqueueAll();
        process.later(world.monitorPeriod, this::sweep);
    }

    private void enqueueAll() {
        List.copyOf(watch.nodes().keySet()).forEach(this::enqueue);
    }

    private void evaluateCluster() {
        if (isBusy) {
            process.later(BUSY, this::evaluateCluster);
            return;
        }
        isBusy = true;
        record.count();
        controller.evaluateCluster();
        isBusy = false;
        process.later(EVALUATION_PERIOD, this::evaluateCluster);
    }

    private void enqueue(NodeName node) {
        enqueueAfter(node, Duration.ZERO);
    }

    /// Queues each Node at most once, with the earliest time.
    private void enqueueAfter(NodeName node, Duration delay) {
        long when = world.time.nanos() + delay.toNanos();
        Long known = due.get(node);
        if (known == null || known > when) {
            due.put(node, when);
            process.later(delay, () -> work(node, when));
        }
    }

    private void work(NodeName node, long when) {
        if (!Long.valueOf(when).equals(due.get(node))) {
            return;
        }
        due.remove(node);
        if (isBusy) {
            enqueueAfter(node, BUSY);
            return;
        }
        isBusy = true;
        record.beginWork(node);
        instances.beginWork();
        Outcome outcome = controller.reconcile(node);
        isBusy = false;
        switch (outcome) {
            case Outcome.Done() -> {}
            case Outcome.RequeueAfter(Duration after) -> enqueueAfter(node, after);
            case Outcome.Retry _ -> enqueueAfter(node, RETRY);
        }
        recordSoon(node);
        initialiseSoon(node);
    }

    /// Initialises the Node as the other controllers of the process do: not while the tags cannot be read.
    private void initialiseSoon(NodeName name) {
        NodeView node = watch.nodes().get(name);
        if (node != null
                && node.isUninitialised()
                && !world.areTagsUnreadable
                && instances.lookup(name) instanceof VmLookup.Found(var vm, var _, var _)
                && toInitialise.add(name)) {
            process.later(world.seededRandom.seconds(0, 3), () -> {
                toInitialise.remove(name);
                process.call(() -> world.cluster.initialise(
                        node, "vsphere://" + vm.identity().biosUuid()));
            });
        }
    }

    /// Records the VM as another controller of the process does.
    private void recordSoon(NodeName name) {
        NodeView node = watch.nodes().get(name);
        if (node != null
                && instances.lookup(name) instanceof VmLookup.Found(var vm, var _, var _)
                && node.recordedVm().filter(known -> known.isCurrent(vm)).isEmpty()
                && toRecord.add(name)) {
            process.later(world.seededRandom.seconds(0, 5), () -> {
                toRecord.remove(name);
                recorder.reconcile(name);
            });
        }
    }
}
