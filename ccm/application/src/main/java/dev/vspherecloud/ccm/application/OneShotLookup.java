package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.metrics.VcenterObservers;
import dev.vspherecloud.ccm.application.plan.NodeInput;
import dev.vspherecloud.ccm.application.vcenter.Vcenters;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.controllers.node.VirtualIpHintSource;
import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Looks up Nodes once in the vCenters of a configuration, with the same watchers as the provider, until there is
/// an answer for each Node. Then it logs out.
///
/// Threads: one thread creates, queries and closes it; [#stop] may be called from anywhere.
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

    private final NodeSettings settings;
    private final VirtualIpHintSource virtualIpHintSource;
    private final Vcenters vcenters;
    private final VsphereInstances instances = new VsphereInstances(List.of());
    private final LongSupplier nanoTime;
    private final Semaphore changes = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);

    /// Creates the lookup; it connects to no vCenter yet.
    ///
    /// @param addressesInUse tells which Services use an address
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    OneShotLookup(NodeSettings settings, AddressesInUse addressesInUse, Vcenters.Logins logins, LongSupplier nanoTime) {
        this.settings = settings;
        this.virtualIpHintSource = new VirtualIpHintSource(addressesInUse);
        this.nanoTime = nanoTime;
        this.vcenters = new Vcenters(
                logins,
                _ -> changes.release(),
                nanoTime,
                this::pause,
                VcenterObservers.NONE,
                Supervisor.system(SupervisorObserver.NONE));
    }

    private void pause(Duration duration) throws InterruptedException {
        boolean _ = closing.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Returns the explanation of each of these Nodes, in their order; empty if [#stop] ended the lookup.
    Optional<List<Explanation>> lookUp(CloudConfig config, List<NodeView> nodes) throws InterruptedException {
        if (nodes.stream().anyMatch(node -> Explanation.withoutAsking(node).isEmpty())) {
            vcenters.apply(config);
        }
        instances.setMatchByName(config.nodes().matchByName());
        instances.setWatchers(vcenters.watchers());
        nodes.forEach(this::watch);
        long begin = nanoTime.getAsLong();
        while (closing.getCount() > 0) {
            List<Explanation> explained = explanations(nodes);
            Duration waited = Duration.ofNanos(nanoTime.getAsLong() - begin);
            if (explained.stream().noneMatch(each -> isWorthWaiting(each, waited))) {
                return Optional.of(explained);
            }
            boolean _ = changes.tryAcquire(POLL_INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
            changes.drainPermits();
        }
        return Optional.empty();
    }

    private void watch(NodeView node) {
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
        return new NodeContext(ReportHistory.EMPTY, virtualIpHintSource.hintsFor(node, lookup), nanoTime.getAsLong());
    }

    private List<Explanation> explanations(List<NodeView> nodes) {
        List<VmLookup.Silence> silent = silentVcenters();
        // An address that two VMs report may be a virtual IP. So the reports of all VMs are recorded before any
        // Node is evaluated.
        nodes.forEach(node -> virtualIpHintSource.hintsFor(node, instances.lookup(node.name())));
        return nodes.stream().map(node -> explanation(node, silent)).toList();
    }

    private Explanation explanation(NodeView node, List<VmLookup.Silence> silent) {
        return Explanation.withoutAsking(node).orElseGet(() -> {
            VmLookup lookup = instances.lookup(node.name());
            return Explanation.of(node, lookup, settings, context(node, lookup), silent);
        });
    }

    private static boolean isWorthWaiting(Explanation explained, Duration waited) {
        return (explained.isAwaited() && waited.compareTo(TIMEOUT) < 0)
                || (explained.isTemporary() && waited.compareTo(GRACE) < 0);
    }

    /// Ends a running [#lookUp] soon, without a result.
    void stop() {
        closing.countDown();
        changes.release();
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
