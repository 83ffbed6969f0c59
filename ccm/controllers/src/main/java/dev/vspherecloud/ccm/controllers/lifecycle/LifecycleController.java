package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.controllers.status.StatusReporter;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.existence.Existence;
import dev.vspherecloud.domain.existence.ExistencePolicy;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Applies to one Node what [LifecyclePolicy] decides: sets and removes the shutdown taint, and deletes a Node
/// whose VM is gone.
///
/// The controller reconciles a Node when it changes, when the data of its VM changes, when an existence check of
/// its VM has a result, and from time to time. It never waits for vCenter.
///
/// Threads: one at a time. [#reconcile] and [#evaluateCluster] share state and are never called concurrently.
public final class LifecycleController implements Reconciler<NodeName> {
    private static final Logger log = LoggerFactory.getLogger(LifecycleController.class);

    private static final Duration IMMEDIATELY = Duration.ofMillis(1);

    private static final Outcome DONE = new Outcome.Done();

    private final ClusterPorts cluster;
    private final VspherePorts vsphere;
    private final Supplier<LifecycleRules> rules;
    private final LifecycleClocks clocks;
    private final NodeRegistry nodeRegistry;
    private final ExistenceChecks existenceChecks;
    private final ClusterMonitor clusterMonitor;
    private final NodeRemoval removal;
    private final StatusReporter statusReporter;
    private final ConfirmedVms confirmed;
    private final LifecycleObserver observer;

    /// Creates the controller.
    ///
    /// @param rules supplies the newest rules; the controller reads them once for each reconciliation
    /// @param confirmed receives which VM belongs to each Node
    public LifecycleController(
            ClusterPorts cluster,
            VspherePorts vsphere,
            Supplier<LifecycleRules> rules,
            LifecycleClocks clocks,
            ConfirmedVms confirmed,
            LifecycleObserver observer) {
        this.cluster = cluster;
        this.vsphere = vsphere;
        this.rules = rules;
        this.clocks = clocks;
        nodeRegistry = new NodeRegistry(cluster.nodes(), vsphere.instances());
        clusterMonitor = new ClusterMonitor(cluster, vsphere.existenceChecker(), nodeRegistry, rules, clocks, observer);
        existenceChecks = new ExistenceChecks(
                vsphere.existenceChecker(),
                cluster.kubeletHeartbeats(),
                nodeRegistry,
                clusterMonitor,
                clocks.nanoTime(),
                confirmed);
        removal = new NodeRemoval(cluster, vsphere, nodeRegistry, clusterMonitor, clocks.nanoTime(), observer);
        statusReporter = new StatusReporter(cluster.events(), observer);
        this.confirmed = confirmed;
        this.observer = observer;
    }

    /// Evaluates all Nodes and vCenters together. The caller calls it every few seconds. Until one call has read
    /// the lifecycle state from the Lease, no Node is deleted.
    public void evaluateCluster() {
        clusterMonitor.evaluateAll();
        existenceChecks.startDueChecks();
    }

    @Override
    public Outcome reconcile(NodeName name) {
        Optional<NodeView> found = cluster.nodes().find(name);
        if (found.isEmpty()) {
            vsphere.instances().forget(name);
            forget(name);
            return DONE;
        }
        NodeView node = found.get();
        return switch (node.identity()) {
            case NodeIdentity.OnVsphere(VmQuery query) -> {
                vsphere.instances().watch(query);
                yield reconcileVsphereNode(node, query);
            }
            case NodeIdentity.Foreign _, NodeIdentity.Malformed _ -> {
                forget(name);
                yield DONE;
            }
        };
    }

    /// Returns the number of Nodes of which the controller holds state.
    int trackedNodes() {
        return nodeRegistry.trackedNodes();
    }

    private void forget(NodeName name) {
        existenceChecks.forget(name);
        nodeRegistry.forget(name);
        confirmed.forget(name);
        statusReporter.forget(name);
    }

    private Outcome reconcileVsphereNode(NodeView node, VmQuery query) {
        VmLookup lookup = vsphere.instances().lookup(node.name());
        observer.onLookup(lookup);
        LifecycleRules now = rules.get();
        Optional<Duration> next = existenceChecks.update(node, query, lookup, now);
        LifecycleDecision decision = LifecyclePolicy.decide(
                node, lookup, age(node, lookup), () -> existence(node, now), now, clusterMonitor.breakerFor(node));
        reportReasons(node, lookup, decision);
        return earlier(act(node, query, decision), next);
    }

    /// Returns how old the data of the Node's VM is. If vCenter shows another VM than the Node's, the method
    /// returns empty, because the data of that VM does not apply to the Node.
    private Optional<Duration> age(NodeView node, VmLookup lookup) {
        return lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                        && nodeRegistry.state(node).hasSeen(vm)
                ? vsphere.existenceChecker().timeSinceConfirmed(vm.vcenter())
                : Optional.empty();
    }

    private Existence existence(NodeView node, LifecycleRules now) {
        NodeState state = nodeRegistry.state(node);
        return state.vm(node)
                .map(vm -> ExistencePolicy.evaluate(state.absenceHistory(), vm, state.searched(), now.existence()))
                .orElseGet(
                        () -> new Existence.Unknown(
                                new Reason(
                                        NodeReason.VM_NEVER_SEEN,
                                        "the provider has never seen its VM, so it cannot prove that the VM is gone; if it is gone, delete the Node by hand")));
    }

    private void reportReasons(NodeView node, VmLookup lookup, LifecycleDecision decision) {
        NodeState state = nodeRegistry.state(node);
        long now = clocks.now();
        List<Reason> reasons =
                decision instanceof LifecycleDecision.Keep(Reason reason) && !state.awaitsFirstResult(now)
                        ? List.of(reason)
                        : List.of();
        statusReporter.reportRemarks(node, reasons, state.silentVcenters().orElse(lookup), now);
    }

    private Outcome act(NodeView node, VmQuery query, LifecycleDecision decision) {
        return switch (decision) {
            case LifecycleDecision.Taint(Vm vm)
            when cluster.leadership().isHeld() ->
                written(
                        cluster.nodes().addShutdownTaint(node),
                        node,
                        "Tainted node as shut down",
                        vm + " is " + vm.power());
            case LifecycleDecision.Untaint(String why)
            when cluster.leadership().isHeld() ->
                written(cluster.nodes().removeShutdownTaint(node), node, "Removed the shutdown taint", why);
            case LifecycleDecision.Taint _, LifecycleDecision.Untaint _ ->
                new Outcome.Retry("this process may not be the leader any more");
            case LifecycleDecision.Delete(Proof proof) -> delete(node, query, proof);
            case LifecycleDecision.Keep _, LifecycleDecision.NoChange() -> DONE;
        };
    }

    private Outcome delete(NodeView node, VmQuery query, Proof proof) {
        if (nodeRegistry.state(node).isDeleted()) {
            return DONE;
        }
        if (!removal.isCurrent(proof)) {
            existenceChecks.recheck(node, query);
            return DONE;
        }
        return switch (removal.remove(node, proof)) {
            case NodeRemoval.Result.Gone() -> {
                existenceChecks.forget(node.name());
                yield DONE;
            }
            case NodeRemoval.Result.Stale() -> new Outcome.RequeueAfter(IMMEDIATELY);
            case NodeRemoval.Result.Failed(String why) -> new Outcome.Retry(why);
        };
    }

    private Outcome written(WriteOutcome outcome, NodeView node, String line, String why) {
        return switch (outcome) {
            case WriteOutcome.Written _ -> {
                log.atInfo()
                        .addKeyValue("node", node.name())
                        .addKeyValue("why", why)
                        .log(line);
                observer.onWritten(node.name());
                yield DONE;
            }
            case WriteOutcome.Conflict() -> new Outcome.Retry("the Node changed meanwhile");
            case WriteOutcome.Vanished() -> DONE;
            case WriteOutcome.Refused(String cause) -> failed(node, cause);
            case WriteOutcome.Failed(String cause) -> failed(node, cause);
        };
    }

    /// Logs a failed write and returns the outcome that retries it. An interrupted call is not a failure and is not
    /// logged.
    private static Outcome failed(NodeView node, String cause) {
        if (!Thread.currentThread().isInterrupted()) {
            log.atWarn()
                    .addKeyValue("node", node.name())
                    .addKeyValue("cause", cause)
                    .log("Cannot write node, will try again");
        }
        return new Outcome.Retry(cause);
    }

    private static Outcome earlier(Outcome outcome, Optional<Duration> next) {
        return outcome instanceof Outcome.Done && next.isPresent() ? new Outcome.RequeueAfter(next.get()) : outcome;
    }
}
