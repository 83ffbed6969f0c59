package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.connection.VcenterTargets;
import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.plan.NodeInput;
import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.controllers.node.VirtualIpHintSource;
import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.connection.VcenterObservers;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Looks up Nodes in the vCenters of a configuration, with the same watchers as the provider: once, until there is an
/// answer for each Node, or again and again while [ExplanationWatch] runs. Then it logs out.
///
/// Threads: one thread creates, queries and closes it; [#stop], [#wake] and [#awaited] may be called from anywhere.
final class OneShotLookup implements AutoCloseable {
    /// The maximum time to wait for answers. It is longer than the fifteen seconds after which a vCenter that has
    /// not answered counts as silent.
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /// The time for which the lookup waits for a vCenter that fails, to bridge a short interruption.
    private static final Duration GRACE = Duration.ofSeconds(3);

    /// The time between two evaluations while the lookup waits. No event says that the time for an answer is over,
    /// so the lookup polls.
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(3);

    /// The causes of silence that may pass within seconds.
    private static final Set<VsphereReason> TEMPORARY =
            EnumSet.of(VsphereReason.VCENTER_SILENT, VsphereReason.VCENTER_UNREACHABLE);

    private final NodeSettings settings;
    private final VirtualIpHintSource virtualIpHintSource;
    private final Vcenters vcenters;
    private final VsphereInstances instances = new VsphereInstances(List.of());
    private final LongSupplier nanoTime;
    private final Semaphore changes = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile String awaited = "the vCenters";

    /// Creates the lookup; it connects to no vCenter yet.
    ///
    /// @param addressesInUse tells which Services use an address
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    OneShotLookup(NodeSettings settings, AddressesInUse addressesInUse, Vcenters.Logins logins, LongSupplier nanoTime) {
        this(settings, addressesInUse, logins, nanoTime, VcenterObservers.NONE);
    }

    /// Creates the lookup with observers of its logins and calls.
    OneShotLookup(
            NodeSettings settings,
            AddressesInUse addressesInUse,
            Vcenters.Logins logins,
            LongSupplier nanoTime,
            VcenterObservers observers) {
        this.settings = settings;
        this.virtualIpHintSource = new VirtualIpHintSource(addressesInUse);
        this.nanoTime = nanoTime;
        var supervisor = Supervisor.system(SupervisorObserver.NONE);
        this.vcenters = new Vcenters(
                logins,
                VcenterTargets.client(),
                _ -> wake(),
                observers,
                new WatchRuntime(nanoTime, this::pause, supervisor));
    }

    /// Waits for this time. After [#stop] it fails at once, so that the watchers log out: if it only returned early, a
    /// watcher that tries again and again would take the processor that another needs for its logout.
    private void pause(Duration duration) throws InterruptedException {
        if (closing.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the lookup is stopping");
        }
    }

    /// Returns the explanation of each of these Nodes, in their order; empty if [#stop] ended the lookup.
    Optional<List<Explanation>> lookUp(CloudConfig config, List<NodeView> nodes) throws InterruptedException {
        if (nodes.stream().anyMatch(node -> Explanation.withoutAsking(node).isEmpty())) {
            apply(config);
        }
        nodes.forEach(this::follow);
        long begin = nanoTime.getAsLong();
        while (!isStopped()) {
            List<Explanation> explained = explanations(nodes);
            Duration waited = Duration.ofNanos(nanoTime.getAsLong() - begin);
            if (explained.stream().noneMatch(each -> isWorthWaiting(each, waited))) {
                return Optional.of(explained);
            }
            awaitChange(POLL_INTERVAL);
        }
        return Optional.empty();
    }

    /// Connects to the vCenters of this configuration.
    void apply(CloudConfig config) {
        vcenters.apply(VcenterTargets.of(config.vcenters()), config.labels().topology());
        instances.setMatchByName(config.nodes().matchByName());
        instances.setWatchers(vcenters.watchers());
    }

    /// Waits for a change in a vCenter or for [#wake], at most for this time.
    void awaitChange(Duration atMost) throws InterruptedException {
        boolean _ = changes.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        changes.drainPermits();
    }

    /// Ends a running [#awaitChange].
    void wake() {
        changes.release();
    }

    boolean isStopped() {
        return closing.getCount() == 0;
    }

    /// Returns for which vCenters the lookup waits, for messages.
    String awaited() {
        return awaited;
    }

    /// Returns the vCenters without an answer, or all if it is not known which ones.
    private String awaited(List<Explanation> explained) {
        var names = new TreeSet<String>();
        silentVcenters().forEach(silence -> names.add(silence.vcenter()));
        List<String> all =
                vcenters.watchers().stream().map(VcenterWatcher::name).toList();
        explained.forEach(each -> {
            if (each.lookup().orElse(null) instanceof VmLookup.Pending(List<String> asked)) {
                all.stream().filter(name -> !asked.contains(name)).forEach(names::add);
            }
        });
        return "vCenter " + String.join(", ", names.isEmpty() ? all : names);
    }

    /// Runs a query once in the session of each vCenter, all at the same time. A vCenter that does not answer in
    /// time, or to which no login is possible, has no result.
    ///
    /// @param query gets the name of the vCenter; must not throw
    /// @return the results by the name of the vCenter
    <T> Map<String, T> query(BiFunction<String, VcenterSession, T> query, Duration timeout)
            throws InterruptedException {
        var results = new ConcurrentHashMap<String, T>();
        vcenters.watchers()
                .forEach(watcher -> watcher.enqueueQuery(session -> {
                    results.put(watcher.name(), query.apply(watcher.name(), session));
                    changes.release();
                }));
        long begin = nanoTime.getAsLong();
        while (closing.getCount() > 0
                && Duration.ofNanos(nanoTime.getAsLong() - begin).compareTo(timeout) < 0
                && vcenters.watchers().stream()
                        .anyMatch(watcher -> !results.containsKey(watcher.name()) && !isFailing(watcher))) {
            boolean _ = changes.tryAcquire(POLL_INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
            changes.drainPermits();
        }
        return Map.copyOf(results);
    }

    private static boolean isFailing(VcenterWatcher watcher) {
        return watcher.silence()
                .filter(silence -> !TEMPORARY.contains(silence.code()))
                .isPresent();
    }

    /// Returns the vCenters that showed no tag category at all, although one is configured.
    Set<String> vcentersWithoutTagCategories() {
        return vcenters.watchers().stream()
                .filter(VcenterWatcher::showsNoTagCategory)
                .map(VcenterWatcher::name)
                .collect(Collectors.toSet());
    }

    /// Looks up the VM of this Node from now on.
    void follow(NodeView node) {
        if (node.identity() instanceof NodeIdentity.OnVsphere(var query)) {
            instances.watch(query);
        }
    }

    /// Returns the vCenters that do not answer at the moment.
    List<VmLookup.Silence> silentVcenters() {
        return vcenters.watchers().stream()
                .map(VcenterWatcher::silence)
                .flatMap(Optional::stream)
                .toList();
    }

    /// Returns what the configured datacenters name in the vCenters that have answered.
    List<ConfiguredDatacenter> datacenters() {
        return vcenters.watchers().stream()
                .flatMap(watcher ->
                        watcher.datacenters().stream().map(match -> new ConfiguredDatacenter(watcher.name(), match)))
                .toList();
    }

    /// Returns the input for evaluating each of these Nodes, after [#lookUp] has finished.
    List<NodeInput> inputs(List<NodeView> nodes) {
        return nodes.stream().map(this::input).toList();
    }

    private NodeInput input(NodeView node) {
        if (!(node.identity() instanceof NodeIdentity.OnVsphere)) {
            return new NodeInput(node, Optional.empty(), NodeContext.INITIAL);
        }
        VmLookup lookup = instances.lookup(node.name());
        return new NodeInput(node, Optional.of(lookup), context(node, lookup));
    }

    private NodeContext context(NodeView node, VmLookup lookup) {
        long now = nanoTime.getAsLong();
        return new NodeContext(ReportHistory.ofSingleReport(now), virtualIpHintSource.hintsFor(node, lookup), now);
    }

    /// Ends the lookup of this Node.
    void forget(NodeName node) {
        instances.forget(node);
    }

    /// Returns the explanation of each of these Nodes at this moment, in their order. [#follow] must have been called
    /// for each of them.
    List<Explanation> explanations(List<NodeView> nodes) {
        List<VmLookup.Silence> silent = silentVcenters();
        // An address that two VMs report may be a virtual IP. So the reports of all VMs are recorded before any
        // Node is evaluated.
        nodes.forEach(node -> virtualIpHintSource.hintsFor(node, instances.lookup(node.name())));
        List<Explanation> explained =
                nodes.stream().map(node -> explanation(node, silent)).toList();
        awaited = awaited(explained);
        return explained;
    }

    private Explanation explanation(NodeView node, List<VmLookup.Silence> silent) {
        return Explanation.withoutAsking(node).orElseGet(() -> {
            VmLookup lookup = instances.lookup(node.name());
            return Explanation.of(node, lookup, settings, context(node, lookup), silent);
        });
    }

    /// Returns true if the explanation will most likely change soon.
    ///
    /// @param waited how long the lookup has waited for this Node
    static boolean isWorthWaiting(Explanation explained, Duration waited) {
        return (explained.isAwaited() && waited.compareTo(TIMEOUT) < 0)
                || (explained.isTemporary() && waited.compareTo(GRACE) < 0);
    }

    /// Ends a running [#lookUp] or [ExplanationWatch] soon.
    void stop() {
        closing.countDown();
        wake();
    }

    /// Ends the lookup and logs out of all vCenters.
    @Override
    public void close() {
        stop();
        vcenters.stop();
        try {
            vcenters.await(LOGOUT_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        vcenters.close();
    }
}
