package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.vcenter.CredentialWatchers;
import dev.vspherecloud.ccm.application.vcenter.LeaseLoginStore;
import dev.vspherecloud.ccm.application.vcenter.Vcenters;
import dev.vspherecloud.ccm.cluster.KubeAddressesInUse;
import dev.vspherecloud.ccm.cluster.KubeEvents;
import dev.vspherecloud.ccm.cluster.KubeNodes;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Listeners;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
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

/// What the controllers of a leader share: the Nodes, Services and Events of the cluster, the vCenters, the
/// configuration in force, and the threads that read them.
///
/// A controller requests what it needs in its constructor. Sources that only one controller reads belong to that
/// controller.
///
/// Threads: created, started, reconfigured and closed by the main thread; everything else may be called from
/// anywhere. The threads that it starts are named after what they do.
public final class SharedSources implements AutoCloseable {
    private final ProcessContext process;
    private final Leadership leadership;
    private final LifecycleStateStore lifecycleStateStore;
    private final KubeNodes nodes;
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

    /// @param leadership the right to write
    /// @param lifecycleStateStore what the previous leader left
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
                this::onNodeChanged,
                System::nanoTime,
                this::pause,
                process.metrics().vcenters(),
                supervisor);
        process.metrics().nodes().watch(nodes, nodes::isSynced);
        process.metrics().election().countDropped(events::dropped);
    }

    /// Notifies the listeners after vCenter reported something about the VM of this Node.
    private void onNodeChanged(NodeName name) {
        boolean _ = process.supervisor().attempt("vcenter", "reaction times", () -> reports.accept(name));
        changes.accept(name);
    }

    /// Ends early when the process ends, since the waiting threads are interrupted then anyway.
    private void pause(Duration duration) throws InterruptedException {
        boolean _ = closing.await(duration.toNanos(), TimeUnit.NANOSECONDS);
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

    /// Returns the right to write.
    public Leadership leadership() {
        return leadership;
    }

    /// Returns what the previous leader left.
    LifecycleStateStore lifecycleStateStore() {
        return lifecycleStateStore;
    }

    public KubeNodes nodes() {
        return nodes;
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

    /// Returns the result of a rule for the configuration in force. It is computed once for each configuration.
    public <T> Supplier<T> fromConfig(Function<CloudConfig, T> rule) {
        var made = new AtomicReference<>(new Created<>(config, rule.apply(config)));
        return () -> made.updateAndGet(
                        last -> last.from().equals(config) ? last : new Created<>(config, rule.apply(config)))
                .value();
    }

    /// Adds a listener for every Node that changed, or whose VM changed.
    public void onChange(Consumer<NodeName> listener) {
        changes.add(listener);
    }

    /// Adds a listener that is called right before the one of [#onChange], if the change came from vCenter.
    public void onReport(Consumer<NodeName> listener) {
        reports.add(listener);
    }

    /// Adds a listener for every Node whose VM was replaced by another one.
    void onReplacement(Consumer<NodeName> listener) {
        replacements.add(listener);
    }

    /// Starts to read.
    void start() {
        var threads = new ArrayList<SupervisedThread>();
        threads.add(process.supervisor().start("nodes", "nodes", nodes));
        threads.add(process.supervisor().start("events", "events", events));
        threads.add(process.supervisor().start("services", "services", addressesInUse));
        watchers = List.copyOf(threads);
        apply(config);
    }

    /// Puts this configuration in force. Does not block.
    void apply(CloudConfig changed) {
        // The watchers come first: no Node may be evaluated with new categories and the tags that were read for
        // old ones.
        vcenters.apply(changed);
        config = changed;
        instances.setMatchByName(changed.nodes().matchByName());
        instances.setWatchers(vcenters.watchers());
        process.metrics().vcenters().setVcenters(vcenters.watchers());
    }

    /// Returns why a reading thread has ended, or fails although it was restarted; empty while all work.
    Optional<String> unhealthyReason() {
        return watchers.stream()
                .flatMap(reader -> reader.unhealthyReason().stream())
                .findFirst()
                .or(vcenters::unhealthyReason);
    }

    /// Returns what must still be read before anything can be decided; empty if all was read.
    Optional<String> sync() {
        return nodes.isSynced() ? Optional.empty() : Optional.of("the Nodes have not been listed yet");
    }

    /// Ends every pause from now on.
    void stopPausing() {
        closing.countDown();
    }

    /// Stops reading, and tells every vCenter watcher to log out.
    void stop() {
        vcenters.stop();
        watchers.forEach(SupervisedThread::interrupt);
    }

    /// Waits until all sessions are logged out, but no longer than the given time.
    void awaitLogOut(Duration atMost) throws InterruptedException {
        vcenters.await(atMost);
    }

    /// The same for the vCenters of [#awaitsLogin].
    void awaitLogins(Duration atMost) throws InterruptedException {
        vcenters.awaitLogins(atMost);
    }

    /// Returns true while the shutdown waits for a login that was in progress when it began.
    boolean awaitsLogin() {
        return vcenters.awaitsLogin();
    }

    /// Interrupts what is still in progress.
    @Override
    public void close() {
        vcenters.close();
    }
}
