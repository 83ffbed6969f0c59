package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// Decides whether a VM is gone, from all observations of a [Dossier]. Pure.
///
/// - *destroyed*, by vCenter's own events: three observations over at least 20 seconds;
/// - *disappeared* (unregistered, its host removed, moved away; the machine may well run): it stays away for
///   [ExistenceRules#disappearedAfter], looked for all along.
///
/// A kubelet that gives a sign of life in between overrules both, whatever vCenter says.
public final class ExistencePolicy {
    private ExistencePolicy() {}

    /// @param vm       what is looked for
    /// @param searched the vCenters that are configured, by name
    public static Existence judge(Dossier dossier, RecordedVm vm, List<String> searched, ExistenceRules rules) {
        if (dossier.isAlive()) {
            return new Existence.Alive("its kubelet renews its Lease or its heartbeat");
        }
        return dossier.newest()
                .map(newest -> switch (newest.absence()) {
                    case Absence.Refuted(String what) -> new Existence.Alive(what);
                    case Absence.Unclear(Reason reason) -> new Existence.Unknown(reason);
                    case Absence.Evident(String vcenter, var _) ->
                        missing(dossier, newest, vm, vcenter, searched, rules);
                })
                .orElseGet(() -> new Existence.Unknown(new Reason(
                        VsphereReason.ABSENCE_UNPROVEN,
                        "its VM is not to be seen, and vCenter is asked what became of it")));
    }

    private static Existence missing(
            Dossier dossier,
            Observation newest,
            RecordedVm vm,
            String vcenter,
            List<String> searched,
            ExistenceRules rules) {
        if (newest.kubelet() instanceof KubeletSign.Unreadable(String why)) {
            return new Existence.Unknown(new Reason(
                    VsphereReason.KUBELET_UNREADABLE,
                    "its VM is missing, and whether its kubelet lives can't be read: " + why));
        }
        return isProven(dossier, rules)
                ? new Existence.Gone(new Proof(
                        vm,
                        vcenter,
                        new Proof.Observations(dossier.count(), span(dossier), newest.answered()),
                        searched,
                        dossier.destruction()))
                : new Existence.Unknown(unproven(dossier, vcenter, rules));
    }

    private static boolean isProven(Dossier dossier, ExistenceRules rules) {
        return dossier.count() >= ExistenceRules.OBSERVATIONS
                && span(dossier).compareTo(necessary(dossier, rules)) >= 0;
    }

    private static Duration necessary(Dossier dossier, ExistenceRules rules) {
        return dossier.destruction().isPresent() ? ExistenceRules.SPAN : rules.disappearedAfter();
    }

    /// From the end of the first observation to the beginning of the last: the time that was certainly watched.
    private static Duration span(Dossier dossier) {
        return dossier.first()
                .map(first -> Duration.ofNanos(
                        Math.max(0, dossier.newest().orElseThrow().asked() - first.answered())))
                .orElse(Duration.ZERO);
    }

    private static Reason unproven(Dossier dossier, String vcenter, ExistenceRules rules) {
        return new Reason(
                VsphereReason.ABSENCE_UNPROVEN,
                dossier.destruction()
                        .map(end ->
                                "its VM was destroyed on vCenter %s (%s); that is looked at three times before the Node is deleted"
                                        .formatted(vcenter, end.task()))
                        .orElseGet(() ->
                                "its VM is missing from vCenter %s without having been destroyed; the Node is deleted when that stays so for %s"
                                        .formatted(vcenter, rules.inShort())));
    }

    /// When to look again.
    ///
    /// @param pace between two looks at what is only missing: the more are, the longer
    public static Duration lookAgain(Dossier dossier, ExistenceRules rules, Duration pace) {
        if (dossier.newest().filter(Observation::isVain).isPresent()) {
            return ExistenceRules.BETWEEN;
        }
        if (dossier.first().isEmpty() || dossier.isAlive() || isProven(dossier, rules)) {
            return pace;
        }
        if (dossier.count() < ExistenceRules.OBSERVATIONS) {
            // Its events may come a little later than its end.
            return ExistenceRules.BETWEEN;
        }
        Duration left = necessary(dossier, rules).minus(span(dossier)).plusSeconds(1);
        return Collections.min(List.of(left, pace));
    }
}
