package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.existence.Absence;
import dev.vspherecloud.domain.existence.AbsencePolicy;
import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.ExistencePolicy;
import dev.vspherecloud.domain.existence.Kubelets;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.existence.Witnesses;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// Has vCenters and kubelets asked about VMs that are missing, and keeps what came of it.
///
/// What was found out counts only as long as nothing speaks against it: once the VM is seen, the kubelet speaks, or the
/// Node is another one, all begins anew.
///
/// A VM whose kubelet still speaks is asked about as well, three times: whether it was destroyed tells the breaker a
/// farewell from a loss, long before the cluster notices that the kubelet is silent.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class Inquest {
    /// Between two looks at a VM that is only missing …
    static final Duration PACE = Duration.ofMinutes(1);

    /// … or this for each that is, if that is longer …
    static final Duration EACH = Duration.ofSeconds(30);

    /// … and no longer than this.
    static final Duration SLOWEST = Duration.ofMinutes(30);

    private static final Duration GLANCE = Duration.ofSeconds(11);

    private final Witnesses witnesses;
    private final Kubelets kubelets;
    private final RollCall roll;
    private final Oversight oversight;
    private final LongSupplier nanoTime;
    private final Inquiries inquiries;

    /// The Nodes whose VMs are asked about at the moment.
    private final Set<NodeName> open = new HashSet<>();

    Inquest(Witnesses witnesses, Kubelets kubelets, RollCall roll, Oversight oversight, LongSupplier nanoTime) {
        this.witnesses = witnesses;
        this.kubelets = kubelets;
        this.roll = roll;
        this.oversight = oversight;
        this.nanoTime = nanoTime;
        inquiries = new Inquiries(witnesses);
    }

    void forget(NodeName node) {
        open.remove(node);
        inquiries.dismiss(node);
    }

    /// Asks what had to wait until now.
    void askOn() {
        inquiries.ask(nanoTime.getAsLong());
    }

    /// Takes what there is to know about the Node, and has more asked if need be.
    ///
    /// @return when to look again, if that does not come by itself
    Optional<Duration> follow(NodeView node, VmQuery query, VmLookup lookup, LifecycleRules rules) {
        NodeMemory memory = roll.memory(node);
        if (lookup instanceof VmLookup.Found(Vm vm, var _, var _)) {
            memory.see(vm);
        }
        if (!isAway(lookup) || !LifecyclePolicy.namesOneMachine(node) || memory.hasHeartbeatChanged(node)) {
            close(node);
        }
        Optional<RecordedVm> vm = memory.vm(node);
        boolean isAsked = lookup instanceof VmLookup.Missing
                && LifecyclePolicy.namesOneMachine(node)
                && vm.isPresent()
                && oversight.isInformed();
        return isAsked ? inquire(node, query, vm.get(), rules) : Optional.empty();
    }

    /// Not seen, or nobody can tell at the moment.
    private static boolean isAway(VmLookup lookup) {
        return lookup instanceof VmLookup.Missing
                || lookup instanceof VmLookup.Unknown
                || lookup instanceof VmLookup.Pending;
    }

    private void close(NodeView node) {
        roll.memory(node).close();
        forget(node.name());
    }

    /// The proof is complete and too old to act on it.
    void askAgain(NodeView node, VmQuery query) {
        roll.memory(node).vm(node).ifPresent(vm -> ask(node, query, vm));
    }

    private Optional<Duration> inquire(NodeView node, VmQuery query, RecordedVm vm, LifecycleRules rules) {
        NodeMemory memory = roll.memory(node);
        boolean isSilent = LifecyclePolicy.isQuestionable(node);
        if (memory.open(isSilent, nanoTime.getAsLong())) {
            forget(node.name());
        }
        open.add(node.name());
        witnesses.report(node.name()).filter(memory::isNew).ifPresent(report -> take(node, vm, report, isSilent));
        Optional<Duration> pause = isSilent
                ? Optional.of(ExistencePolicy.lookAgain(memory.dossier(), rules.existence(), pace()))
                : Optional.of(GLANCE).filter(_ -> !memory.isGlancedAt());
        Optional<Duration> rest = pause.map(each -> each.minusNanos(sinceAnswer(memory, each)));
        if (rest.isEmpty() || rest.get().isPositive()) {
            return rest;
        }
        ask(node, query, vm);
        return pause;
    }

    /// How long ago the newest report of this inquiry was; as long as the pause when there is none.
    private long sinceAnswer(NodeMemory memory, Duration pause) {
        return memory.answered()
                .map(report -> nanoTime.getAsLong() - report.answered())
                .orElse(pause.toNanos());
    }

    private void ask(NodeView node, VmQuery query, RecordedVm vm) {
        if (!inquiries.has(node.name())) {
            var question =
                    new AbsenceQuestion(query, vm, oversight.baseline(vm.ref().vcenter()));
            inquiries.submit(question, nanoTime.getAsLong());
        }
    }

    private void take(NodeView node, RecordedVm vm, AbsenceReport report, boolean isSilent) {
        NodeMemory memory = roll.memory(node);
        Absence absence = AbsencePolicy.judge(report, oversight.annals().confirmations());
        boolean isVain = absence instanceof Absence.Unclear;
        if (memory.take(report, vm)) {
            if (isSilent) {
                isVain = observe(node, report, absence).isVain();
            } else {
                memory.glance(absence);
            }
            if (absence instanceof Absence.Unclear(Reason reason)) {
                oversight.hear(report, reason);
            }
        }
        inquiries.answered(node.name(), !isVain, nanoTime.getAsLong());
    }

    private Observation observe(NodeView node, AbsenceReport report, Absence absence) {
        var observation = new Observation(
                report.asked(),
                report.answered(),
                absence,
                kubelets.sign(node.name()),
                node.health().heartbeat());
        roll.memory(node).observe(observation, pace().multipliedBy(2).plusMinutes(2));
        return observation;
    }

    /// Between two looks at what is only missing.
    private Duration pace() {
        Duration pace = EACH.multipliedBy(open.size());
        return pace.compareTo(PACE) < 0 ? PACE : pace.compareTo(SLOWEST) > 0 ? SLOWEST : pace;
    }
}
