package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.existence.Absence;
import dev.vspherecloud.domain.existence.AbsencePolicy;
import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.Dossier;
import dev.vspherecloud.domain.existence.ExistencePolicy;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.IncidentId;
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
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/// Has vCenters and kubelets asked about VMs that are missing, and keeps what came of it.
///
/// What was found out counts only as long as nothing speaks against it: the VM is seen, the kubelet speaks, or the Node
/// is another one, and all begins anew.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class Inquest {
    /// Between two looks at a VM that is only missing …
    static final Duration PACE = Duration.ofMinutes(1);

    /// … or this for each that is, if that is longer …
    static final Duration EACH = Duration.ofSeconds(30);

    /// … and no longer than this.
    static final Duration SLOWEST = Duration.ofMinutes(30);

    private final Witnesses witnesses;
    private final Kubelets kubelets;
    private final RollCall roll;
    private final Oversight oversight;
    private final VcenterNews news;
    private final LongSupplier nanoTime;
    private final Inquiries inquiries;

    Inquest(
            Witnesses witnesses,
            Kubelets kubelets,
            RollCall roll,
            Oversight oversight,
            VcenterNews news,
            LongSupplier nanoTime) {
        this.witnesses = witnesses;
        this.kubelets = kubelets;
        this.roll = roll;
        this.oversight = oversight;
        this.news = news;
        this.nanoTime = nanoTime;
        inquiries = new Inquiries(witnesses);
    }

    void forget(NodeName node) {
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
        boolean isUntold = lookup instanceof VmLookup.Unknown || lookup instanceof VmLookup.Pending;
        boolean isMissing = lookup instanceof VmLookup.Missing;
        if (!LifecyclePolicy.isQuestionable(node) || memory.hasHeartbeatChanged(node) || !(isMissing || isUntold)) {
            memory.close();
            inquiries.dismiss(node.name());
        }
        Optional<RecordedVm> vm = memory.vm(node);
        return isMissing && LifecyclePolicy.isQuestionable(node) && vm.isPresent() && oversight.isInformed()
                ? Optional.of(inquire(node, query, vm.get(), rules))
                : Optional.empty();
    }

    /// The proof is complete and too old to act on it.
    void askAgain(NodeView node, VmQuery query) {
        roll.memory(node).vm(node).ifPresent(vm -> ask(node, query, vm));
    }

    private Duration inquire(NodeView node, VmQuery query, RecordedVm vm, LifecycleRules rules) {
        NodeMemory memory = roll.memory(node);
        memory.open(nanoTime.getAsLong());
        witnesses.report(node.name()).filter(memory::isNew).ifPresent(report -> take(node, vm, report));
        Duration rest = rest(memory.dossier(), rules);
        if (rest.isPositive()) {
            return rest;
        }
        ask(node, query, vm);
        return ExistencePolicy.lookAgain(memory.dossier(), rules.existence(), pace());
    }

    private Duration rest(Dossier dossier, LifecycleRules rules) {
        long now = nanoTime.getAsLong();
        return dossier.newest()
                .map(newest -> ExistencePolicy.lookAgain(dossier, rules.existence(), pace())
                        .minusNanos(now - newest.answered()))
                .orElse(Duration.ZERO);
    }

    private void ask(NodeView node, VmQuery query, RecordedVm vm) {
        if (!inquiries.has(node.name())) {
            var baseline = Optional.ofNullable(oversight.annals().baselines().get(vm.ref().vcenter()));
            inquiries.submit(new AbsenceQuestion(query, vm, baseline), nanoTime.getAsLong());
        }
    }

    private void take(NodeView node, RecordedVm vm, AbsenceReport report) {
        NodeMemory memory = roll.memory(node);
        memory.take(report);
        Absence absence = AbsencePolicy.judge(report, oversight.annals().confirmations());
        var observation = new Observation(
                report.asked(),
                report.answered(),
                absence,
                kubelets.sign(node.name()),
                node.health().heartbeat());
        inquiries.answered(node.name(), !observation.isVain(), nanoTime.getAsLong());
        if (memory.isAnswered(report, vm)) {
            memory.observe(observation, patience());
            tell(report, absence);
        }
    }

    private void tell(AbsenceReport report, Absence absence) {
        UUID vcenter = report.question().vm().ref().vcenter();
        ChangedVcenters changed = oversight.changed();
        if (absence instanceof Absence.Evident) {
            changed.clear(vcenter);
        }
        if (absence instanceof Absence.Unclear(Reason reason)
                && changed.report(vcenter, reason.code(), nanoTime.getAsLong())) {
            String id = reason.code() == ReasonCode.VCENTER_RESTORED
                    ? oversight.annals().confirmations().idOf(vcenter)
                    : IncidentId.replaced(vcenter);
            news.tell(name(report), reason, id);
        }
    }

    private static String name(AbsenceReport report) {
        return switch (report.home()) {
            case HomeAnswer.NoSuchObject answer -> answer.vcenter();
            case HomeAnswer.StillThere(String vcenter, var _) -> vcenter;
            case HomeAnswer.Unanswered(var silence) -> silence.vcenter();
            case HomeAnswer.NotHere(UUID vcenter, var _) -> vcenter.toString();
        };
    }

    /// Between two looks at what is only missing.
    private Duration pace() {
        Duration pace = EACH.multipliedBy(roll.open());
        return pace.compareTo(PACE) < 0 ? PACE : pace.compareTo(SLOWEST) > 0 ? SLOWEST : pace;
    }

    private Duration patience() {
        return pace().multipliedBy(2).plusMinutes(2);
    }
}
