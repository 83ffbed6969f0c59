package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// Decides whether a VM is gone, from all observations of an [AbsenceHistory]. Pure.
///
/// - If vCenter's own events show that the VM was *destroyed*, three observations over at least 20 seconds are
///   needed.
/// - If the VM only *disappeared* (unregistered, its host removed, or moved away, so that the machine may still
///   run), it must stay away for [ExistenceRules#disappearedAfter], and all vCenters must be searched during
///   that time.
///
/// If the kubelet gives a sign of life in between, the VM is alive, whatever vCenter says.
public final class ExistencePolicy {
    private ExistencePolicy() {}

    /// Decides whether the VM is gone.
    ///
    /// @param vm       the missing VM
    /// @param searched the names of the configured vCenters, all of which were searched
    public static Existence evaluate(
            AbsenceHistory absenceHistory, RecordedVm vm, List<String> searched, ExistenceRules rules) {
        if (absenceHistory.isAlive()) {
            return new Existence.Alive("its kubelet renews its Lease or its heartbeat");
        }
        return absenceHistory
                .newest()
                .map(newest -> switch (newest.absence()) {
                    case AbsenceResult.Refuted(String what) -> new Existence.Alive(what);
                    case AbsenceResult.Inconclusive(Reason reason) -> new Existence.Unknown(reason);
                    case AbsenceResult.Absent(String vcenter, var _) ->
                        evaluateMissing(absenceHistory, newest, vm, vcenter, searched, rules);
                })
                .orElseGet(() -> new Existence.Unknown(new Reason(
                        VsphereReason.ABSENCE_UNPROVEN,
                        "vCenter does not return its VM; the provider checks whether the VM was destroyed")));
    }

    private static Existence evaluateMissing(
            AbsenceHistory absenceHistory,
            Observation newest,
            RecordedVm vm,
            String vcenter,
            List<String> searched,
            ExistenceRules rules) {
        if (newest.leaseHeartbeat() instanceof Heartbeat.Unreadable(String why)) {
            return new Existence.Unknown(new Reason(
                    VsphereReason.KUBELET_UNREADABLE,
                    "its VM is missing, and the provider cannot read whether its kubelet is alive: " + why));
        }
        return isProven(absenceHistory, rules)
                ? new Existence.Gone(new Proof(
                        vm,
                        vcenter,
                        new Proof.Observations(
                                absenceHistory.count(), observedSpan(absenceHistory), newest.answeredAt()),
                        searched,
                        absenceHistory.destruction()))
                : new Existence.Unknown(unproven(absenceHistory, vcenter, rules));
    }

    private static boolean isProven(AbsenceHistory absenceHistory, ExistenceRules rules) {
        return absenceHistory.count() >= ExistenceRules.MIN_OBSERVATIONS
                && observedSpan(absenceHistory).compareTo(requiredSpan(absenceHistory, rules)) >= 0;
    }

    private static Duration requiredSpan(AbsenceHistory absenceHistory, ExistenceRules rules) {
        return absenceHistory.destruction().isPresent() ? ExistenceRules.MIN_SPAN : rules.disappearedAfter();
    }

    /// Returns the time from the end of the first observation to the beginning of the last one. The
    /// observations certainly cover this time.
    private static Duration observedSpan(AbsenceHistory absenceHistory) {
        return absenceHistory
                .first()
                .map(first -> Duration.ofNanos(
                        Math.max(0, absenceHistory.newest().orElseThrow().askedAt() - first.answeredAt())))
                .orElse(Duration.ZERO);
    }

    private static Reason unproven(AbsenceHistory absenceHistory, String vcenter, ExistenceRules rules) {
        return new Reason(
                VsphereReason.ABSENCE_UNPROVEN,
                absenceHistory
                        .destruction()
                        .map(end ->
                                "its VM was destroyed on vCenter %s (%s); the provider checks this three times and then deletes the Node"
                                        .formatted(vcenter, end.task()))
                        .orElseGet(() ->
                                "its VM is missing from vCenter %s, but no event shows that it was destroyed; the provider deletes the Node if the VM stays away for %s. If you want to keep the Node, register the VM again"
                                        .formatted(vcenter, rules.disappearedAfterText())));
    }

    /// Returns the time until the next check of a missing VM.
    ///
    /// @param interval the time between two checks of a VM that is only missing; the more VMs are missing, the
    ///     longer
    public static Duration timeUntilNextCheck(AbsenceHistory absenceHistory, ExistenceRules rules, Duration interval) {
        if (absenceHistory.newest().filter(Observation::isInconclusive).isPresent()) {
            return ExistenceRules.CHECK_INTERVAL;
        }
        if (absenceHistory.first().isEmpty() || absenceHistory.isAlive() || isProven(absenceHistory, rules)) {
            return interval;
        }
        if (absenceHistory.count() < ExistenceRules.MIN_OBSERVATIONS) {
            // Check again soon, because vCenter may write the events a little after it destroyed the VM.
            return ExistenceRules.CHECK_INTERVAL;
        }
        Duration remaining = requiredSpan(absenceHistory, rules)
                .minus(observedSpan(absenceHistory))
                .plusSeconds(1);
        return Collections.min(List.of(remaining, interval));
    }
}
