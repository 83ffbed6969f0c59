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

/// Starts the existence checks of missing VMs at vCenters and kubelets, and keeps their results.
///
/// A result counts only while nothing contradicts it. If the VM is found, the kubelet sends a heartbeat, or the
/// Node is replaced, the checks start again.
///
/// A VM whose kubelet is still alive is checked as well, three times. If the VM was destroyed, the breaker can
/// tell a planned removal from a loss long before the cluster notices that the kubelet is silent.
///
/// If vCenter shows another VM for the Node, that VM may be a copy of the Node's VM while that is hidden. The
/// Node's VM is then checked at the pace of a VM that is only missing. The other VM takes its place if one answer
/// shows that the Node's VM was destroyed. It also does so if the Node's VM stays absent for the time after which
/// a VM counts as disappeared and no incident is open.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class ExistenceChecks {
    private static final Logger log = LoggerFactory.getLogger(ExistenceChecks.class);

    /// The shortest time between two checks of a VM that is only missing.
    static final Duration PACE = Duration.ofMinutes(1);

    /// The time for each VM that is checked; their sum is the pace if it is longer than [#PACE].
    static final Duration EACH = Duration.ofSeconds(30);

    /// The longest time between two checks.
    static final Duration SLOWEST = Duration.ofMinutes(30);

    private static final Duration GLANCE = Duration.ofSeconds(11);

    private final ExistenceChecker existenceChecker;
    private final KubeletHeartbeats kubeletHeartbeats;
    private final NodeRegistry roll;
    private final ClusterMonitor clusterMonitor;
    private final LongSupplier nanoTime;
    private final OwnerVcenters homes;
    private final CheckQueue queue = new CheckQueue();
    private final ConfirmedVms confirmed;

    /// The Nodes whose VMs are being checked.
    private final Set<NodeName> open = new HashSet<>();

    ExistenceChecks(
            ExistenceChecker existenceChecker,
            KubeletHeartbeats kubeletHeartbeats,
            NodeRegistry roll,
            ClusterMonitor clusterMonitor,
            LongSupplier nanoTime,
            ConfirmedVms confirmed) {
        this.existenceChecker = existenceChecker;
        this.kubeletHeartbeats = kubeletHeartbeats;
        this.roll = roll;
        this.clusterMonitor = clusterMonitor;
        this.nanoTime = nanoTime;
        homes = new OwnerVcenters(existenceChecker);
        this.confirmed = confirmed;
    }

    void forget(NodeName node) {
        open.remove(node);
        if (queue.remove(node)) {
            existenceChecker.dismiss(node);
        }
    }

    /// Starts the checks that are due. Callers repeat this, since some checks only wait for their time.
    void askOn() {
        queue.due(nanoTime.getAsLong()).forEach(existenceChecker::ask);
    }

    /// Takes all that is known of the Node, and starts a check if needed.
    ///
    /// @return when to look again, if no change triggers that
    Optional<Duration> follow(NodeView node, VmQuery query, VmLookup lookup, LifecycleRules rules) {
        NodeState memory = roll.memory(node);
        if (lookup instanceof VmLookup.Found(Vm vm, var _, var _)) {
            if (isOther(node, vm)) {
                return followOther(node, query, vm, rules);
            }
            see(node, vm);
        }
        if (memory.part()) {
            close(node);
        }
        if (!isAway(lookup) || !LifecyclePolicy.namesOneMachine(node) || memory.hasHeartbeatChanged(node)) {
            close(node);
        }
        Optional<RecordedVm> vm = memory.vm(node);
        boolean isAsked = LifecyclePolicy.namesOneMachine(node)
                && vm.filter(known -> homes.isAbsent(lookup, known)).isPresent()
                && clusterMonitor.isInformed();
        return isAsked ? inquire(node, query, vm.get(), rules) : Optional.empty();
    }

    /// Returns true if this is known to be another VM than the Node's. A record that names a vCenter which no
    /// leader ever saw does not count.
    private boolean isOther(NodeView node, Vm vm) {
        return roll.memory(node)
                .vm(node)
                .filter(known -> known.isOtherThan(vm)
                        && (!clusterMonitor.isInformed()
                                || clusterMonitor.isKnown(known.ref().vcenter())))
                .isPresent();
    }

    private void see(NodeView node, Vm vm) {
        roll.memory(node).see(vm);
        confirmed.confirm(node, vm);
    }

    private Optional<Duration> followOther(NodeView node, VmQuery query, Vm other, LifecycleRules rules) {
        NodeState memory = roll.memory(node);
        if (memory.meet(other)) {
            close(node);
        }
        if (!LifecyclePolicy.namesOneMachine(node) || !clusterMonitor.isInformed()) {
            return Optional.empty();
        }
        boolean _ = memory.open(false, nanoTime.getAsLong());
        open.add(node.name());
        RecordedVm known = memory.vm(node).orElseThrow();
        boolean isReplaced = existenceChecker
                .report(node.name())
                .filter(memory::isNew)
                .filter(report -> endsFor(node, known, report.without(other), rules))
                .isPresent();
        if (isReplaced) {
            log.atInfo()
                    .addKeyValue("node", node.name())
                    .addKeyValue("from", known.ref())
                    .addKeyValue("vm", other)
                    .log("Node has another VM now; its previous VM is gone");
            boolean _ = memory.part();
            close(node);
            see(node, other);
            return Optional.empty();
        }
        Duration pause = pace();
        Duration rest = pause.minusNanos(sinceAnswer(memory, pause));
        if (rest.isPositive()) {
            return Optional.of(rest);
        }
        ask(node, query, known);
        return Optional.of(pause);
    }

    /// Returns true if the Node's VM is gone, so that another may take its place.
    private boolean endsFor(NodeView node, RecordedVm vm, ExistenceCheckResult report, LifecycleRules rules) {
        NodeState memory = roll.memory(node);
        AbsenceResult absence =
                AbsencePolicy.judge(report, clusterMonitor.lifecycleState().confirmedVcenterChanges());
        boolean counts = memory.take(report, vm);
        if (counts && absence instanceof AbsenceResult.Unclear(Reason reason)) {
            clusterMonitor.hear(report, reason);
        }
        boolean isVain = absence instanceof AbsenceResult.Unclear;
        queue.answered(node.name(), isVain ? vain(report, absence) : Answer.CLEAR);
        askOn();
        if (!counts || !(absence instanceof AbsenceResult.Evident(var _, var destruction))) {
            memory.contradict();
            return false;
        }
        Duration away = memory.absent(report, patience(memory));
        return destruction.isPresent()
                || (away.compareTo(rules.existence().disappearedAfter()) >= 0
                        && clusterMonitor.breakerFor(node).open().isEmpty());
    }

    /// Returns true if the VM is not seen, or if its state is unknown at the moment.
    private static boolean isAway(VmLookup lookup) {
        return lookup instanceof VmLookup.Missing
                || lookup instanceof VmLookup.Unknown
                || lookup instanceof VmLookup.Pending;
    }

    private void close(NodeView node) {
        roll.memory(node).close();
        forget(node.name());
    }

    /// Checks again because the proof is complete but too old to act on.
    void askAgain(NodeView node, VmQuery query) {
        roll.memory(node).vm(node).ifPresent(vm -> ask(node, query, vm));
    }

    private Optional<Duration> inquire(NodeView node, VmQuery query, RecordedVm vm, LifecycleRules rules) {
        NodeState memory = roll.memory(node);
        boolean isSilent = LifecyclePolicy.isQuestionable(node);
        if (memory.open(isSilent, nanoTime.getAsLong())) {
            forget(node.name());
        }
        open.add(node.name());
        existenceChecker
                .report(node.name())
                .filter(memory::isNew)
                .ifPresent(report -> take(node, vm, report, isSilent));
        Optional<Duration> pause = isSilent
                ? Optional.of(ExistencePolicy.lookAgain(memory.absenceHistory(), rules.existence(), pace()))
                : Optional.of(GLANCE).filter(_ -> !memory.isGlancedAt());
        Optional<Duration> rest = pause.map(each -> each.minusNanos(sinceAnswer(memory, each)));
        if (rest.isEmpty() || rest.get().isPositive()) {
            return rest;
        }
        ask(node, query, vm);
        return pause;
    }

    /// Returns the time since the newest report of this series, or the pause if there is none.
    private long sinceAnswer(NodeState memory, Duration pause) {
        return memory.answered()
                .map(report -> nanoTime.getAsLong() - report.answered())
                .orElse(pause.toNanos());
    }

    private void ask(NodeView node, VmQuery query, RecordedVm vm) {
        if (!queue.has(node.name())) {
            UUID vcenter = vm.ref().vcenter();
            var question = new ExistenceCheckRequest(
                    query,
                    vm,
                    clusterMonitor.baseline(vcenter),
                    clusterMonitor.isKnown(vcenter),
                    roll.memory(node).hasRead(vm.seen()),
                    clusterMonitor.landmarks(vcenter));
            queue.add(question);
            askOn();
        }
    }

    private void take(NodeView node, RecordedVm vm, ExistenceCheckResult report, boolean isSilent) {
        NodeState memory = roll.memory(node);
        AbsenceResult absence =
                AbsencePolicy.judge(report, clusterMonitor.lifecycleState().confirmedVcenterChanges());
        boolean isVain = absence instanceof AbsenceResult.Unclear;
        if (memory.take(report, vm)) {
            if (isSilent) {
                isVain = observe(node, report, absence).isVain();
            } else {
                memory.glance(absence);
            }
            if (absence instanceof AbsenceResult.Unclear(Reason reason)) {
                clusterMonitor.hear(report, reason);
            }
        }
        queue.answered(node.name(), isVain ? vain(report, absence) : Answer.CLEAR);
        askOn();
    }

    /// An answer may also prove nothing because the kubelet could not be asked, which concerns all Nodes.
    private static Answer vain(ExistenceCheckResult report, AbsenceResult absence) {
        return absence instanceof AbsenceResult.Unclear(Reason reason) && AbsencePolicy.isOfThisVmAlone(report, reason)
                ? Answer.UNCLEAR_FOR_NODE
                : Answer.UNCLEAR;
    }

    private Observation observe(NodeView node, ExistenceCheckResult report, AbsenceResult absence) {
        var observation = new Observation(
                report.asked(),
                report.answered(),
                absence,
                kubeletHeartbeats.sign(node.name()),
                node.health().heartbeat());
        NodeState memory = roll.memory(node);
        memory.observe(observation, patience(memory));
        return observation;
    }

    /// Returns how long after one answer another one continues the series.
    ///
    /// The fewer VMs are missing, the faster the pace. A check that was delayed by the earlier, slower pace still
    /// continues the series.
    private Duration patience(NodeState memory) {
        return memory.slowerPace(pace()).multipliedBy(2).plusMinutes(2);
    }

    /// Returns the time between two checks of a VM that is only missing.
    private Duration pace() {
        Duration pace = EACH.multipliedBy(open.size());
        return pace.compareTo(PACE) < 0 ? PACE : pace.compareTo(SLOWEST) > 0 ? SLOWEST : pace;
    }
}
