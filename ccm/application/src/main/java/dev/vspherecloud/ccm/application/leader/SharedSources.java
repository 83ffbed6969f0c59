package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.connection.VcenterTargets;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.status.RecordingNodes;
import dev.vspherecloud.ccm.cluster.KubeAddressesInUse;
import dev.vspherecloud.ccm.cluster.KubeEvents;
import dev.vspherecloud.ccm.cluster.KubeNodes;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Listeners;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The sources that the controllers of a leader share: the Nodes, Services and Events of the cluster, the vCenters,
/// the configuration in force, and the threads that read them.
///
/// A controller takes the sources that it needs in its constructor. A source that only one controller uses belongs
/// to that controller.
///
/// Threads: created, started, reconfigured and closed by the main thread; everything else may be called from
/// anywhere. Each thread that this class starts has the name of its work.
public final class SharedSources implements AutoCloseable {
    /// Short for a shutdown, and long for a thread that pauses in a loop.
    private static final Duration STOPPING_PAUSE = Duration.ofMillis(10);

    private final ProcessContext process;
    private final Leadership leadership;
    private final LifecycleStateStore lifecycleStateStore;
    private final KubeNodes nodes;
    private final Nodes recordingNodes;
    private final KubeEvents events;
    private final KubeAddressesInUse addressesInUse;
    private final Vcenters vcenters;
    private final VsphereInstances instances = new VsphereInstances(List.of());
    private final Listeners<NodeName> changes = new Listeners<>();
    private final Listeners<NodeName> reports = new Listeners<>();
    private final Listeners<NodeName> replacements = new Listeners<>();
    private final ConfirmedVms confirmed = new ConfirmedVms(replacements);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile List<SupervisedThread> watchers = List.of();
    private volatile CloudConfig config;

    private record Created<T>(CloudConfig from, T value) {}

    /// Creates the sources; they read nothing yet.
    ///
    /// @param leadership tells whether this process may write
    /// @param lifecycleStateStore stores the lifecycle state that the previous leader left
    SharedSources(
            ProcessContext process,
            CloudConfig config,
            Leadership leadership,
            LifecycleStateStore lifecycleStateStore) {
        this.process = process;
        this.leadership = leadership;
        this.lifecycleStateStore = lifecycleStateStore;
        this.config = config;
        KubeConnection connection = process.connection();
        Supervisor supervisor = process.supervisor();
        Options.LeaderElectionOptions election = process.options().leaderElection();
        nodes = new KubeNodes(connection, changes, leadership::isHeld);
        nodes.setLabelKeys(SettingsRule.settings(process.options(), config).labelKeys());
        recordingNodes = new RecordingNodes(nodes, process.changes());
        events = new KubeEvents(connection, election.namespace(), election.name(), leadership::isHeld);
        addressesInUse = new KubeAddressesInUse(connection);
        vcenters = new Vcenters(
                new Vcenters.Logins(
                        new CredentialWatchers(connection, supervisor),
                        new LoginRateLimiter(
                                new LeaseLoginStore(connection, election.namespace()),
                                InstantSource.system(),
                                System::nanoTime,
                                new SecureRandom())),
                VcenterTargets.client(),
                this::onNodeChanged,
                process.metrics().vcenters(),
                new WatchRuntime(System::nanoTime, this::pause, supervisor));
        process.metrics().nodes().watch(nodes, nodes::isSynced);
        process.metrics().election().countDropped(events::dropped);
    }

    /// Calls the listeners after vCenter reported a change of this Node's VM.
    private void onNodeChanged(NodeName name) {
        boolean _ = process.supervisor().attempt("vcenter", "reaction times", () -> reports.accept(name));
        changes.accept(name);
    }

    /// Waits for this time, or until the process stops. It returns early then, because the waiting threads are
    /// about to be interrupted anyway. Until then, a thread that pauses in a loop leaves its processor to the
    /// threads that log out.
    private void pause(Duration duration) throws InterruptedException {
        if (closing.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
            Sleeper.system().sleep(STOPPING_PAUSE);
        }
    }

    public Options options() {
        return process.options();
    }

    public KubeConnection connection() {
        return process.connection();
    }

    public ProgramMetrics metrics() {
        return process.metrics();
    }

    public Supervisor supervisor() {
        return process.supervisor();
    }

    /// Returns the object that tells whether this process may write.
    public Leadership leadership() {
        return leadership;
    }

    /// Returns the store with the lifecycle state that the previous leader left.
    LifecycleStateStore lifecycleStateStore() {
        return lifecycleStateStore;
    }

    /// Returns the Nodes of the cluster. The status page shows what is written through them.
    public Nodes nodes() {
        return recordingNodes;
    }

    /// Returns true if all Nodes have been listed once, so that an unknown Node does not exist.
    boolean knowsAllNodes() {
        return nodes.isSynced();
    }

    public KubeEvents events() {
        return events;
    }

    KubeAddressesInUse addressesInUse() {
        return addressesInUse;
    }

    public VsphereInstances instances() {
        return instances;
    }

    ConfirmedVms confirmed() {
        return confirmed;
    }

    /// Returns a supplier that applies the rule to the configuration in force. The rule is computed once for each
    /// configuration.
    public <T> Supplier<T> fromConfig(Function<CloudConfig, T> rule) {
        var made = new AtomicReference<>(new Created<>(config, rule.apply(config)));
        return () -> made.updateAndGet(
                        last -> last.from().equals(config) ? last : new Created<>(config, rule.apply(config)))
                .value();
    }

    /// Adds a listener for Nodes that changed or whose VM changed.
    public void onChange(Consumer<NodeName> listener) {
        changes.add(listener);
    }

    /// Adds a listener for Nodes of which vCenter reported a change. It is called right before the listeners of
    /// [#onChange].
    public void onReport(Consumer<NodeName> listener) {
        reports.add(listener);
    }

    /// Adds a listener for Nodes for which the lifecycle controller confirmed another VM than before.
    void onReplacement(Consumer<NodeName> listener) {
        replacements.add(listener);
    }

    /// Starts the threads that read Nodes, Services and vCenters and send Events.
    void start() {
        var threads = new ArrayList<SupervisedThread>();
        threads.add(process.supervisor().start("nodes", "nodes", nodes));
        threads.add(process.supervisor().start("events", "events", events));
        threads.add(process.supervisor().start("services", "services", addressesInUse));
        watchers = List.copyOf(threads);
        apply(config);
    }

    /// Applies this configuration. Does not block.
    void apply(CloudConfig changed) {
        // The watchers get the configuration first: no Node may be evaluated with new tag categories and with tags
        // that were read for the old ones.
        vcenters.apply(VcenterTargets.of(changed.vcenters()), changed.labels().topology());
        config = changed;
        nodes.setLabelKeys(SettingsRule.settings(process.options(), changed).labelKeys());
        instances.setMatchByName(changed.nodes().matchByName());
        instances.setWatchers(vcenters.watchers());
        process.metrics().vcenters().setVcenters(vcenters.watchers());
    }

    /// Returns why a thread of these sources has ended, or fails after each restart; empty while all threads work.
    Optional<String> unhealthyReason() {
        return watchers.stream()
                .flatMap(reader -> reader.unhealthyReason().stream())
                .findFirst()
                .or(vcenters::unhealthyReason);
    }

    /// Returns a text that says what must be read before controllers can decide; empty if everything was read.
    Optional<String> sync() {
        return nodes.isSynced() ? Optional.empty() : Optional.of("the Nodes have not been listed yet");
    }

    /// Ends all running and future pauses of the watchers at once.
    void stopPausing() {
        closing.countDown();
    }

    /// Stops reading, and makes every vCenter watcher log out.
    void stop() {
        vcenters.stop();
        watchers.forEach(SupervisedThread::interrupt);
    }

    /// Waits until all vCenter sessions are closed, at most for this time.
    void awaitLogOut(Duration atMost) throws InterruptedException {
        vcenters.await(atMost);
    }

    /// Waits until the vCenters with a login in progress have closed their sessions, at most for this time.
    void awaitLogins(Duration atMost) throws InterruptedException {
        vcenters.awaitLogins(atMost);
    }

    /// Returns true while the shutdown waits for the answer to a vCenter login that was in progress when the
    /// shutdown began.
    boolean awaitsLogin() {
        return vcenters.awaitsLogin();
    }

    /// Aborts the requests to vCenters that are still in progress.
    @Override
    public void close() {
        vcenters.close();
    }
}
