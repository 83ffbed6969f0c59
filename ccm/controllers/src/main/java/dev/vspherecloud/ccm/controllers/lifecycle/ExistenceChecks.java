package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.controllers.lifecycle.CheckQueue.Answer;
import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.AbsencePolicy;
import dev.vspherecloud.domain.existence.AbsenceResult;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.ExistencePolicy;
import dev.vspherecloud.domain.existence.KubeletHeartbeats;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts the existence checks of missing VMs, which ask vCenters and kubelets, and keeps the results.
///
/// A check result counts only while nothing contradicts it. If the VM is found, if the kubelet sends a heartbeat,
/// or if another Node takes the name, the checks start again.
///
/// A missing VM whose kubelet is still alive is checked as well, three times. If these checks show that the VM was
/// destroyed, the breaker treats its absence as planned. Otherwise the breaker would have to wait until the cluster
/// notices that the kubelet is silent.
///
/// vCenter may show another VM for the Node: perhaps a copy, while the Node's own VM is hidden. Then the Node's own
/// VM is checked at the pace of a missing VM. The other VM is accepted as the Node's VM if a check result shows
/// that the own VM was destroyed. It is also accepted if the own VM stays absent for as long as a disappeared VM
/// must, and no incident is open.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class ExistenceChecks {
    private static final Logger log = LoggerFactory.getLogger(ExistenceChecks.class);

    /// The minimum time between two checks of a missing VM that is not known to be destroyed.
    static final Duration MIN_INTERVAL = Duration.ofMinutes(1);

    /// The time between two checks of a VM grows by this much for each VM that is being checked. It is never
    /// shorter than [#MIN_INTERVAL].
    static final Duration INTERVAL_PER_NODE = Duration.ofSeconds(30);

    /// The maximum time between two checks of one VM.
    static final Duration MAX_INTERVAL = Duration.ofMinutes(30);

    private static final Duration PRECHECK_INTERVAL = Duration.ofSeconds(11);

    private final ExistenceChecker existenceChecker;
    private final KubeletHeartbeats kubeletHeartbeats;
    private final NodeRegistry nodeRegistry;
    private final ClusterMonitor clusterMonitor;
    private final LongSupplier nanoTime;
    private final OwnerVcenters ownerVcenters;
    private final CheckQueue queue = new CheckQueue();
    private final ConfirmedVms confirmed;

    /// The Nodes whose VMs are being checked. Their number determines the time between two checks.
    private final Set<NodeName> nodesInCheck = new HashSet<>();

    ExistenceChecks(
            ExistenceChecker existenceChecker,
            KubeletHeartbeats kubeletHeartbeats,
            NodeRegistry nodeRegistry,
            ClusterMonitor clusterMonitor,
            LongSupplier nanoTime,
            ConfirmedVms confirmed) {
        this.existenceChecker = existenceChecker;
        this.kubeletHeartbeats = kubeletHeartbeats;
        this.nodeRegistry = nodeRegistry;
        this.clusterMonitor = clusterMonitor;
        this.nanoTime = nanoTime;
        ownerVcenters = new OwnerVcenters(existenceChecker);
        this.confirmed = confirmed;
    }

    void forget(NodeName node) {
        nodesInCheck.remove(node);
        if (queue.remove(node)) {
            existenceChecker.cancel(node);
        }
    }

    /// Starts the checks that are due. The controller calls it repeatedly, since some checks only wait for their
    /// time.
    void startDueChecks() {
        queue.startDue(nanoTime.getAsLong()).forEach(existenceChecker::submit);
    }

    /// Records the result of a VM lookup, and starts an existence check if the VM is missing.
    ///
    /// @return the time after which the Node must be reconciled again without an event; empty if that is not
    ///     necessary
    Optional<Duration> update(NodeView node, VmQuery query, VmLookup lookup, LifecycleRules rules) {
        NodeState state = nodeRegistry.state(node);
        if (lookup instanceof VmLookup.Found(Vm vm, var _, var _)) {
            if (isOther(node, vm)) {
                return updateWithOther(node, query, vm, rules);
            }
            onVmFound(node, vm);
        }
        if (state.onOtherVmGone()) {
            close(node);
        }
        if (!isMissing(lookup) || !LifecyclePolicy.namesOneMachine(node) || state.hasHeartbeatChanged(node)) {
            close(node);
        }
        Optional<RecordedVm> vm = state.vm(node);
        boolean isAsked = LifecyclePolicy.namesOneMachine(node)
                && vm.filter(known -> ownerVcenters.isAbsent(lookup, known)).isPresent()
                && clusterMonitor.isReady();
        return isAsked ? check(node, query, vm.get(), rules) : Optional.empty();
    }

    /// Returns true if the found VM is certainly another one than the Node's. If the record on the Node names a
    /// vCenter that no leader was ever connected to, the record does not count.
    private boolean isOther(NodeView node, Vm vm) {
        return nodeRegistry
                .state(node)
                .vm(node)
                .filter(known -> known.isOther(vm)
                        && (!clusterMonitor.isReady()
                                || clusterMonitor.isKnown(known.ref().vcenter())))
                .isPresent();
    }

    private void onVmFound(NodeView node, Vm vm) {
        nodeRegistry.state(node).onVmFound(vm);
        confirmed.confirm(node, vm);
    }

    private Optional<Duration> updateWithOther(NodeView node, VmQuery query, Vm other, LifecycleRules rules) {
        NodeState state = nodeRegistry.state(node);
        if (state.onOtherVmFound(other)) {
            close(node);
        }
        if (!LifecyclePolicy.namesOneMachine(node) || !clusterMonitor.isReady()) {
            return Optional.empty();
        }
        boolean _ = state.open(false, nanoTime.getAsLong());
        nodesInCheck.add(node.name());
        RecordedVm known = state.vm(node).orElseThrow();
        boolean isReplaced = existenceChecker
                .result(node.name())
                .filter(state::isNewResult)
                .filter(result -> isAbsenceProven(node, known, result.without(other), rules))
                .isPresent();
        if (isReplaced) {
            log.atInfo()
                    .addKeyValue("node", node.name())
                    .addKeyValue("from", known.ref())
                    .addKeyValue("vm", other)
                    .log("Node has another VM now; its previous VM is gone");
            boolean _ = state.onOtherVmGone();
            close(node);
            onVmFound(node, other);
            return Optional.empty();
        }
        Duration pause = interval();
        Duration rest = pause.minusNanos(timeSinceResult(state, pause));
        if (rest.isPositive()) {
            return Optional.of(rest);
        }
        submit(node, query, known);
        return Optional.of(pause);
    }

    /// Evaluates a check result about the Node's VM while vCenter shows another VM. Returns true if the Node's VM
    /// is gone, so that the other VM may replace it.
    private boolean isAbsenceProven(NodeView node, RecordedVm vm, ExistenceCheckResult result, LifecycleRules rules) {
        NodeState state = nodeRegistry.state(node);
        AbsenceResult absence =
                AbsencePolicy.evaluate(result, clusterMonitor.lifecycleState().confirmedVcenterChanges());
        boolean counts = state.onResult(result, vm);
        if (counts && absence instanceof AbsenceResult.Inconclusive(Reason reason)) {
            clusterMonitor.onInconclusive(result, reason);
        }
        boolean isInconclusive = absence instanceof AbsenceResult.Inconclusive;
        queue.answered(node.name(), isInconclusive ? inconclusiveKind(result, absence) : Answer.CLEAR);
        startDueChecks();
        if (!counts || !(absence instanceof AbsenceResult.Absent(var _, var destruction))) {
            state.endAbsence();
            return false;
        }
        Duration absentFor = state.absent(result, maxGap(state));
        return destruction.isPresent()
                || (absentFor.compareTo(rules.existence().disappearedAfter()) >= 0
                        && clusterMonitor.breakerFor(node).open().isEmpty());
    }

    /// Returns true if no vCenter that answered has the VM, or if the lookup has no answer yet.
    private static boolean isMissing(VmLookup lookup) {
        return lookup instanceof VmLookup.Missing
                || lookup instanceof VmLookup.Unknown
                || lookup instanceof VmLookup.Pending;
    }

    private void close(NodeView node) {
        nodeRegistry.state(node).close();
        forget(node.name());
    }

    /// Checks the VM again because the existence proof is complete but too old to act on.
    void recheck(NodeView node, VmQuery query) {
        nodeRegistry.state(node).vm(node).ifPresent(vm -> submit(node, query, vm));
    }

    private Optional<Duration> check(NodeView node, VmQuery query, RecordedVm vm, LifecycleRules rules) {
        NodeState state = nodeRegistry.state(node);
        boolean isSilent = LifecyclePolicy.mayBeDeleted(node);
        if (state.open(isSilent, nanoTime.getAsLong())) {
            forget(node.name());
        }
        nodesInCheck.add(node.name());
        existenceChecker
                .result(node.name())
                .filter(state::isNewResult)
                .ifPresent(result -> onResult(node, vm, result, isSilent));
        Optional<Duration> pause = isSilent
                ? Optional.of(ExistencePolicy.timeUntilNextCheck(state.absenceHistory(), rules.existence(), interval()))
                : Optional.of(PRECHECK_INTERVAL).filter(_ -> !state.isPrechecked());
        Optional<Duration> rest = pause.map(each -> each.minusNanos(timeSinceResult(state, each)));
        if (rest.isEmpty() || rest.get().isPositive()) {
            return rest;
        }
        submit(node, query, vm);
        return pause;
    }

    /// Returns the time since the newest result of the current series of checks, or `pause` if there is none.
    private long timeSinceResult(NodeState state, Duration pause) {
        return state.currentResult()
                .map(result -> nanoTime.getAsLong() - result.answeredAt())
                .orElse(pause.toNanos());
    }

    private void submit(NodeView node, VmQuery query, RecordedVm vm) {
        if (!queue.has(node.name())) {
            UUID vcenter = vm.ref().vcenter();
            var request = new ExistenceCheckRequest(
                    query,
                    vm,
                    clusterMonitor.baseline(vcenter),
                    clusterMonitor.isKnown(vcenter),
                    nodeRegistry.state(node).isPositionKnown(vm.seenAt()),
                    clusterMonitor.landmarks(vcenter));
            queue.add(request);
            startDueChecks();
        }
    }

    private void onResult(NodeView node, RecordedVm vm, ExistenceCheckResult result, boolean isSilent) {
        NodeState state = nodeRegistry.state(node);
        AbsenceResult absence =
                AbsencePolicy.evaluate(result, clusterMonitor.lifecycleState().confirmedVcenterChanges());
        boolean isInconclusive = absence instanceof AbsenceResult.Inconclusive;
        if (state.onResult(result, vm)) {
            if (isSilent) {
                isInconclusive = observe(node, result, absence).isInconclusive();
            } else {
                state.precheck(absence);
            }
            if (absence instanceof AbsenceResult.Inconclusive(Reason reason)) {
                clusterMonitor.onInconclusive(result, reason);
            }
        }
        queue.answered(node.name(), isInconclusive ? inconclusiveKind(result, absence) : Answer.CLEAR);
        startDueChecks();
    }

    /// Tells whether an inconclusive answer has a cause that concerns only this VM. If the kubelet could not be
    /// asked, the cause concerns all Nodes.
    private static Answer inconclusiveKind(ExistenceCheckResult result, AbsenceResult absence) {
        return absence instanceof AbsenceResult.Inconclusive(Reason reason)
                        && AbsencePolicy.isOnlyAboutThisVm(result, reason)
                ? Answer.UNCLEAR_FOR_NODE
                : Answer.UNCLEAR;
    }

    private Observation observe(NodeView node, ExistenceCheckResult result, AbsenceResult absence) {
        var observation = new Observation(
                result.askedAt(),
                result.answeredAt(),
                absence,
                kubeletHeartbeats.heartbeat(node.name()),
                node.health().heartbeat());
        NodeState state = nodeRegistry.state(node);
        state.observe(observation, maxGap(state));
        return observation;
    }

    /// Returns the maximum time between two answers of the same series.
    ///
    /// The fewer VMs are missing, the shorter the time between two checks. A check that is late because of an
    /// earlier, longer time still continues the series.
    private Duration maxGap(NodeState state) {
        return state.slowerInterval(interval()).multipliedBy(2).plusMinutes(2);
    }

    /// Returns the time between two checks of a missing VM that is not known to be destroyed.
    private Duration interval() {
        Duration interval = INTERVAL_PER_NODE.multipliedBy(nodesInCheck.size());
        return interval.compareTo(MIN_INTERVAL) < 0
                ? MIN_INTERVAL
                : interval.compareTo(MAX_INTERVAL) > 0 ? MAX_INTERVAL : interval;
    }
}
