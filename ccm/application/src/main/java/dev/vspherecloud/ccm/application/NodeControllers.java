package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.cluster.KubeAddressClaims;
import dev.vspherecloud.ccm.cluster.KubeEvents;
import dev.vspherecloud.ccm.cluster.KubeKubelets;
import dev.vspherecloud.ccm.cluster.KubeNodes;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.controllers.lifecycle.ClusterAccess;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleClocks;
import dev.vspherecloud.ccm.controllers.lifecycle.LifecycleController;
import dev.vspherecloud.ccm.controllers.lifecycle.VsphereAccess;
import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.controllers.node.NodeController;
import dev.vspherecloud.ccm.controllers.node.NodeSources;
import dev.vspherecloud.ccm.controllers.node.VmRecorder;
import dev.vspherecloud.ccm.controllers.node.VmRecording;
import dev.vspherecloud.ccm.domain.lifecycle.Chronicle;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.lifecycle.Office;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Backoff;
import dev.vspherecloud.reconcile.Loop;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.health.HealthCheck;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import dev.vspherecloud.vsphere.inventory.VsphereWitnesses;
import dev.vspherecloud.vsphere.inventory.login.LoginGate;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Everything that works while this process leads, wired by hand, and the order in which it starts and stops.
///
/// Threads: made, started, reconfigured and closed by the main thread. The threads that it starts are named after what
/// they do.
final class NodeControllers implements AutoCloseable {
    /// Together less than the five seconds in which the process must end: the lease is released after this.
    private static final Duration DRAIN = Duration.ofMillis(300);

    /// Since the end began: how long log-outs are waited for.
    private static final Duration LOG_OUT_AT_LATEST = Duration.ofMillis(3500);

    /// The same for a vCenter that was in a login: its session can be ended only once the answer tells which it is.
    private static final Duration LOGIN_AT_LATEST = Duration.ofMillis(9200);

    /// A vCenter that answers has logged us out by then.
    private static final Duration USUAL_GOOD_BYE = Duration.ofMillis(500);

    /// The queues as metrics name them.
    private static final String NODES = "Nodes";

    private static final String RECORDS = "NodeRecords";

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofMinutes(1));

    /// How many Nodes at once when the flag does not say; each takes two writes of some ten milliseconds.
    static final int WORKERS = 8;

    /// Taking over a cluster writes five Nodes a second and no more.
    private static final Duration RECORDING_PACE = Duration.ofMillis(200);

    private final Options options;
    private final LongSupplier nanoTime = System::nanoTime;
    private final ProgramMetrics metrics;
    private final KubeNodes nodes;
    private final KubeEvents events;
    private final KubeAddressClaims claims;
    private final Vcenters vcenters;
    private final VsphereInstances instances = new VsphereInstances(List.of());
    private final Loop<NodeName> loop;
    private final Loop<NodeName> recording;
    private final NodeController controller;
    private final LifecycleLoop lifecycle;
    private final List<SupervisedThread> reading = new ArrayList<>();
    private final Supervisor supervisor;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Set<ControllerName> working = ConcurrentHashMap.newKeySet();
    private volatile NodeSettings settings;
    private volatile LifecycleRules lifecycleRules;
    private long stoppedAt;

    /// @param office    the right to write
    /// @param chronicle what the leader before left
    NodeControllers(ProcessContext process, CloudConfig config, Office office, Chronicle chronicle) {
        options = process.options();
        supervisor = process.supervisor();
        metrics = process.metrics();
        KubeConnection connection = process.connection();
        this.settings = SettingsRule.settings(options, config);
        this.lifecycleRules = SettingsRule.lifecycle(options, config);
        loop = new Loop<>(
                new Loop.Settings("node", options.nodes().concurrentSyncs().orElse(WORKERS), BACKOFF, Duration.ZERO),
                this::reconcile,
                NodeControllers::random,
                metrics.queues().of(NODES),
                supervisor);
        nodes = new KubeNodes(connection, this::look, office::isHeld);
        Options.LeaderElectionOptions election = options.leaderElection();
        events = new KubeEvents(connection, election.namespace(), election.name(), office::isHeld);
        claims = new KubeAddressClaims(connection);
        var logins = new LeaseLogins(connection, election.namespace());
        vcenters = new Vcenters(
                new Vcenters.Logins(
                        new CredentialFeeds(connection, supervisor),
                        new LoginGate(logins, InstantSource.system(), System::nanoTime, new SecureRandom())),
                this::hear,
                System::nanoTime,
                this::pause,
                metrics.vcenters(),
                supervisor);
        var confirmed = new ConfirmedVms(this::recordAnew);
        recording = new Loop<>(
                new Loop.Settings("node-record", 1, BACKOFF, RECORDING_PACE),
                new VmRecorder(nodes, instances, confirmed),
                NodeControllers::random,
                metrics.queues().of(RECORDS),
                supervisor);
        controller = new NodeController(
                new NodeSources(nodes, instances, claims),
                events,
                () -> settings,
                new VmRecording(confirmed, recording::add),
                System::nanoTime,
                metrics.nodes());
        lifecycle = new LifecycleLoop(
                new LifecycleController(
                        new ClusterAccess(nodes, events, new KubeKubelets(connection), chronicle, office),
                        new VsphereAccess(
                                instances, new VsphereWitnesses(instances, this::lookAfterLife, System::nanoTime)),
                        () -> lifecycleRules,
                        new LifecycleClocks(System::nanoTime, InstantSource.system()),
                        confirmed,
                        metrics.lifecycle()),
                nodes,
                options.nodes().monitorPeriod(),
                metrics,
                supervisor);
        follow();
    }

    private void follow() {
        metrics.nodes().follow(nodes, nodes::isSynced);
        metrics.election().followEvents(events::dropped);
        metrics.queues().follow(NODES, loop::load);
        metrics.queues().follow(RECORDS, recording::load);
    }

    /// vCenter told something about the VM of this Node.
    private void hear(NodeName name) {
        boolean _ = supervisor.attempt("vcenter", "reaction times", () -> measure(name));
        look(name);
    }

    private void measure(NodeName name) {
        if (isOn(ControllerName.CLOUD_NODE)) {
            metrics.nodes().told(name);
        }
        if (isOn(ControllerName.CLOUD_NODE_LIFECYCLE)) {
            metrics.lifecycle().told(name);
        }
    }

    /// There is news of a Node, or of its VM.
    private void look(NodeName name) {
        if (isOn(ControllerName.CLOUD_NODE)) {
            loop.add(name);
        }
        lookAfterLife(name);
    }

    private void lookAfterLife(NodeName name) {
        if (isOn(ControllerName.CLOUD_NODE_LIFECYCLE)) {
            lifecycle.add(name);
        }
    }

    /// Another VM has taken the place of the Node's.
    private void recordAnew(NodeName name) {
        if (isOn(ControllerName.CLOUD_NODE)) {
            recording.add(name);
        }
    }

    private boolean isOn(ControllerName name) {
        return working.contains(name);
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    private Outcome reconcile(NodeName name) {
        return metrics.nodes().look(name, controller);
    }

    /// Ends early when the process does: whoever waits is interrupted then anyway.
    private void pause(Duration duration) throws InterruptedException {
        boolean _ = closing.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Begins to know what there is; nobody acts on it before [#work].
    void start(CloudConfig config) {
        read("nodes", nodes);
        read("events", events);
        read("services", claims);
        apply(config);
    }

    private void read(String name, Runnable work) {
        reading.add(supervisor.start(name, name, work));
    }

    /// From now on these controllers work too; each is named once.
    void work(Set<ControllerName> names) {
        working.addAll(names);
        if (names.contains(ControllerName.CLOUD_NODE)) {
            loop.start();
            recording.start();
        }
        if (names.contains(ControllerName.CLOUD_NODE_LIFECYCLE)) {
            lifecycle.start();
        }
        names.forEach(name -> tell(name, true));
        lookAtAll();
    }

    /// Others than these may be named, and do nothing here.
    private void tell(ControllerName name, boolean runs) {
        if (name == ControllerName.CLOUD_NODE || name == ControllerName.CLOUD_NODE_LIFECYCLE) {
            metrics.election().runs(name.alias(), runs);
        }
    }

    /// There may be something to do for any of them.
    void lookAtAll() {
        nodes.names().forEach(this::look);
    }

    /// Makes this configuration the one in force, and has every Node looked at again. Does not wait for anybody.
    void apply(CloudConfig config) {
        // The watchers first: by new categories no Node may be judged from what was read for old ones.
        vcenters.apply(config);
        settings = SettingsRule.settings(options, config);
        lifecycleRules = SettingsRule.lifecycle(options, config);
        instances.matchByName(config.nodes().matchByName());
        instances.use(vcenters.watchers());
        metrics.vcenters().use(vcenters.watchers());
        lookAtAll();
    }

    /// What must be so from the start to the rest. May be asked from anywhere, once [#start] has returned.
    WorkChecks checks() {
        var live = new ArrayList<HealthCheck>();
        if (isOn(ControllerName.CLOUD_NODE)) {
            live.add(check(ControllerName.CLOUD_NODE, () -> loop.hasLostWorker() || recording.hasLostWorker()));
        }
        if (isOn(ControllerName.CLOUD_NODE_LIFECYCLE)) {
            live.add(check(ControllerName.CLOUD_NODE_LIFECYCLE, lifecycle::hasLostWorker));
        }
        List<SupervisedThread> readers = List.copyOf(reading);
        live.add(new HealthCheck("watchers", () -> readers.stream()
                .flatMap(reader -> reader.flaw().stream())
                .findFirst()
                .or(vcenters::flaw)));
        return new WorkChecks(live, List.of(new HealthCheck("informer-sync", this::sync)));
    }

    private static HealthCheck check(ControllerName name, BooleanSupplier hasLostWorker) {
        return new HealthCheck(
                name.toString(),
                () -> hasLostWorker.getAsBoolean()
                        ? Optional.of("a worker has ended, or fails whenever it starts anew")
                        : Optional.empty());
    }

    private Optional<String> sync() {
        return nodes.isSynced() ? Optional.empty() : Optional.of("the Nodes have not been listed yet");
    }

    /// When this returns nobody writes any more, and every vCenter that answers has logged us out. Does nothing when
    /// called again.
    void rest() {
        if (closing.getCount() == 0) {
            return;
        }
        stoppedAt = nanoTime.getAsLong();
        closing.countDown();
        lifecycle.close(DRAIN);
        loop.close(DRAIN);
        recording.close(DRAIN);
        working.forEach(name -> tell(name, false));
        vcenters.stop();
        reading.forEach(SupervisedThread::interrupt);
        try {
            vcenters.await(USUAL_GOOD_BYE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns true while the end waits for a login that was under way when it began. May be asked from anywhere.
    boolean awaitsLogin() {
        return vcenters.awaitsLogin();
    }

    /// Waits a little longer for the sessions that are still to end, then breaks off.
    @Override
    public void close() {
        rest();
        try {
            vcenters.await(left(LOG_OUT_AT_LATEST));
            vcenters.awaitLogins(left(LOGIN_AT_LATEST));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        vcenters.close();
    }

    private Duration left(Duration sinceStop) {
        return sinceStop.minusNanos(nanoTime.getAsLong() - stoppedAt);
    }
}
