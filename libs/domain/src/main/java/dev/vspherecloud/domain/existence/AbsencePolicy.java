package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides what one check of all vCenters proves about a VM that no vCenter shows. Pure.
///
/// An empty search proves nothing, because vCenter silently leaves out what the account may not read and what
/// is inaccessible. So all of these conditions must hold:
///
/// 1. The vCenter that had the VM answers that the recorded reference names no object.
/// 2. That vCenter has the recorded instance UUID and the same event history as when the VM was recorded. Its
///    landmarks do not show that it was restored from a backup ([RestorePolicy]), and it still has the event in
///    the record of this VM.
/// 3. The folder and the pool that held the VM can be read.
/// 4. All configured vCenters answered, and none of them knows the UUIDs of the VM.
///
/// If the VM's own vCenter shows by its events that the VM was destroyed, the other vCenters need not answer. A
/// VM with the same UUIDs there would be a copy, and the VM that ran the Node is gone in any case. But if
/// another vCenter answers and has the UUIDs, the absence is refuted: that may be the VM itself, after a move.
/// The answers of the VM's own vCenter are always needed.
///
/// The kubelet may write the record of its Node, so the record counts for this Node alone:
///
/// - Only events that this program itself saw can show that a vCenter was restored. These are its landmarks. If
///   no landmarks were recorded, they are the newest event (the baseline) and an event of a record that this
///   process itself read. A restore to a point before these events loses them. A restore to a point after them
///   loses at most the events of VMs that were recorded since. Each of these Nodes lacks its own event and is
///   kept for that reason. Every other VM existed at that point.
/// - Only a vCenter that this program itself saw can be reported as replaced.
///
/// A person may confirm that a vCenter was restored or replaced on purpose. Condition 2 then does not apply to
/// earlier events. But the vCenter's events then do not prove that a VM from before the restore was destroyed,
/// because a vCenter assigns references again after a restore. They do not prove it either once vCenter has
/// forgotten the event in the record: it is then unknown whether that event was before or after the restore.
public final class AbsencePolicy {
    /// The largest difference between two readings of the time of one event: vCenter may round the time when it
    /// stores the event.
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    private AbsencePolicy() {}

    public static AbsenceResult evaluate(ExistenceCheckResult result, ConfirmedVcenterChanges confirmedVcenterChanges) {
        return result.searches().stream()
                .flatMap(answer -> uuidHit(answer).stream())
                .findFirst()
                .<AbsenceResult>map(AbsenceResult.Refuted::new)
                .orElseGet(() -> withoutUuidHit(result, atOwnerVcenter(result, confirmedVcenterChanges)));
    }

    /// Combines the results of the vCenters, none of which has a VM with the UUIDs.
    ///
    /// @param atOwnerVcenter the result for the vCenter that had the VM
    private static AbsenceResult withoutUuidHit(ExistenceCheckResult result, AbsenceResult atOwnerVcenter) {
        boolean isDestroyed = atOwnerVcenter instanceof AbsenceResult.Absent(String ownerVcenter, var destruction)
                && destruction.isPresent()
                && wasSearched(result, ownerVcenter);
        return isDestroyed
                ? atOwnerVcenter
                : incompleteSearch(result)
                        .<AbsenceResult>map(AbsenceResult.Inconclusive::new)
                        .orElse(atOwnerVcenter);
    }

    /// Returns true if an inconclusive check of this VM says nothing about checks of other VMs of the same
    /// vCenter.
    ///
    /// @param reason why the check is inconclusive
    public static boolean isOnlyAboutThisVm(ExistenceCheckResult result, Reason reason) {
        return switch (result.ownerResult()) {
            case OwnerVcenterResult.StillThere _ -> true;
            case OwnerVcenterResult.NotHere _ -> reason.code() == VsphereReason.RECORDED_VCENTER_UNKNOWN;
            case OwnerVcenterResult.Unanswered(var silence) -> wasSearched(result, silence.vcenter());
            case OwnerVcenterResult.NoSuchObject answer ->
                wasSearched(result, answer.vcenter())
                        && switch (reason.code()) {
                            case VsphereReason.VCENTER_RESTORED -> false;
                            case VsphereReason.EVENTS_UNREADABLE -> isBaselineReadable(result.request(), answer);
                            default -> true;
                        };
        };
    }

    private static boolean wasSearched(ExistenceCheckResult result, String vcenter) {
        return result.searches().stream().anyMatch(new UuidSearchResult.Nothing(vcenter)::equals);
    }

    private static boolean isBaselineReadable(ExistenceCheckRequest request, OwnerVcenterResult.NoSuchObject answer) {
        return !(history(request, answer) instanceof RestorePolicy.History.Unreadable);
    }

    private static RestorePolicy.History history(
            ExistenceCheckRequest request, OwnerVcenterResult.NoSuchObject answer) {
        return RestorePolicy.evaluate(request.knownEvents(), answer.newest(), answer.eventLookups());
    }

    private static Optional<String> uuidHit(UuidSearchResult answer) {
        return answer instanceof UuidSearchResult.Hit(String vcenter, var morefs)
                ? Optional.of("vCenter %s has %s with its UUID".formatted(vcenter, String.join(", ", morefs)))
                : Optional.empty();
    }

    private static Optional<Reason> incompleteSearch(ExistenceCheckResult result) {
        if (result.searches().isEmpty()) {
            return Optional.of(new Reason(VsphereReason.VCENTER_SILENT, "no vCenter was searched"));
        }
        return result.searches().stream()
                .filter(UuidSearchResult.Unanswered.class::isInstance)
                .map(answer -> silentVcenter(((UuidSearchResult.Unanswered) answer).silence()))
                .findFirst();
    }

    private static AbsenceResult atOwnerVcenter(
            ExistenceCheckResult result, ConfirmedVcenterChanges confirmedVcenterChanges) {
        RecordedVm vm = result.request().vm();
        return switch (result.ownerResult()) {
            case OwnerVcenterResult.StillThere(String vcenter, String what) ->
                new AbsenceResult.Refuted(
                        "%s still exists on vCenter %s: %s".formatted(vm.ref().moref(), vcenter, what));
            case OwnerVcenterResult.Unanswered(var silence) -> new AbsenceResult.Inconclusive(silentVcenter(silence));
            case OwnerVcenterResult.NotHere(UUID vcenter, var present) ->
                confirmedVcenterChanges.adopted().contains(vcenter)
                        ? new AbsenceResult.Absent(vcenter.toString(), Optional.empty())
                        : new AbsenceResult.Inconclusive(
                                result.request().isVcenterKnown()
                                        ? replacedVcenter(vcenter, present.keySet())
                                        : neverSeenVcenter(vcenter, present.keySet()));
            case OwnerVcenterResult.NoSuchObject answer -> absent(result.request(), answer, confirmedVcenterChanges);
        };
    }

    private static AbsenceResult absent(
            ExistenceCheckRequest request,
            OwnerVcenterResult.NoSuchObject answer,
            ConfirmedVcenterChanges confirmedVcenterChanges) {
        return parentsUnreadable(request.vm(), answer)
                .or(() -> unreadableHistory(request, answer))
                .or(() -> restored(request, answer, confirmedVcenterChanges))
                .or(() -> recordedEventMissing(request, answer, confirmedVcenterChanges))
                .<AbsenceResult>map(AbsenceResult.Inconclusive::new)
                .orElseGet(() -> new AbsenceResult.Absent(
                        answer.vcenter(),
                        answer.destruction()
                                .filter(_ -> isSameHistory(request.vm(), answer, confirmedVcenterChanges))));
    }

    /// Returns true if events about the recorded reference are about the recorded VM, because the vCenter was
    /// not restored since.
    private static boolean isSameHistory(
            RecordedVm vm, OwnerVcenterResult.NoSuchObject answer, ConfirmedVcenterChanges confirmedVcenterChanges) {
        return vm.seenAt()
                .filter(event -> eventLookup(answer, event) == EventLookup.THERE
                        || !confirmedVcenterChanges.covers(vm.ref().vcenter(), event))
                .isPresent();
    }

    private static Optional<Reason> parentsUnreadable(RecordedVm vm, OwnerVcenterResult.NoSuchObject answer) {
        if (vm.parents().isEmpty()) {
            return Optional.of(
                    new Reason(
                            VsphereReason.VM_HOME_UNREADABLE,
                            "the Node does not record in which folder and resource pool its VM was, so the VM may only be hidden from the account; if the VM is gone, delete the Node by hand"));
        }
        return answer.unreadable().isEmpty()
                ? Optional.empty()
                : Optional.of(new Reason(
                        VsphereReason.VM_HOME_UNREADABLE,
                        "the VM was in %s, which the account cannot read on vCenter %s, so the VM may only be hidden; give the account the role Read-only there"
                                .formatted(
                                        answer.unreadable().stream()
                                                .map(VmParents.Place::toString)
                                                .collect(Collectors.joining(" and ")),
                                        answer.vcenter())));
    }

    private static Optional<Reason> unreadableHistory(
            ExistenceCheckRequest request, OwnerVcenterResult.NoSuchObject answer) {
        boolean isConclusive = isBaselineReadable(request, answer)
                && request.vm()
                        .seenAt()
                        .filter(event -> eventLookup(answer, event) == EventLookup.UNREADABLE)
                        .isEmpty();
        if (isConclusive && request.vm().seenAt().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Reason(
                VsphereReason.EVENTS_UNREADABLE,
                (isConclusive
                                ? "no event of vCenter %s was recorded while the VM existed, so the provider cannot tell whether that vCenter was restored from a backup since; if the VM is gone, delete the Node by hand"
                                : "the account cannot read the events of vCenter %s, or they are not known, so the provider cannot tell whether that vCenter was restored from a backup; give the account the role Read-only on the vCenter itself")
                        .formatted(answer.vcenter())));
    }

    /// Returns a reason if the vCenter lost events in a restore from a backup that no person has confirmed. The
    /// newest lost event counts. The event of a restore that was recorded earlier as unconfirmed counts too,
    /// because vCenter may have forgotten the events that showed the restore.
    private static Optional<Reason> restored(
            ExistenceCheckRequest request,
            OwnerVcenterResult.NoSuchObject answer,
            ConfirmedVcenterChanges confirmedVcenterChanges) {
        UUID vcenter = request.vm().ref().vcenter();
        List<EventPosition> unconfirmed = request.knownEvents().stream()
                .filter(event -> !confirmedVcenterChanges.covers(vcenter, event))
                .toList();
        Optional<EventPosition> lost = RestorePolicy.evaluate(unconfirmed, answer.newest(), answer.eventLookups())
                        instanceof RestorePolicy.History.Restored(EventPosition event)
                ? Optional.of(event)
                : Optional.empty();
        // Landmarks outweigh the one event of one VM, because the account may not see that event any more.
        boolean isOwnEventDecisive = request.isOwnEvent() && request.landmarks().isEmpty();
        Optional<EventPosition> own = request.vm()
                .seenAt()
                .filter(event -> isOwnEventDecisive
                        && isEventMissing(event, answer)
                        && !confirmedVcenterChanges.covers(vcenter, event));
        return Stream.of(lost, own, confirmedVcenterChanges.unconfirmed(vcenter))
                .flatMap(Optional::stream)
                .max(Comparator.comparing(EventPosition::time))
                .map(event -> restored(answer.vcenter(), event, confirmedVcenterChanges.idOf(vcenter)));
    }

    /// Returns a reason if vCenter does not have the event in the Node's record, and no confirmed restore
    /// explains that. The vCenter has its other known events, so this concerns only this Node.
    private static Optional<Reason> recordedEventMissing(
            ExistenceCheckRequest request,
            OwnerVcenterResult.NoSuchObject answer,
            ConfirmedVcenterChanges confirmedVcenterChanges) {
        UUID vcenter = request.vm().ref().vcenter();
        return request.vm()
                .seenAt()
                .filter(event -> isEventMissing(event, answer) && !confirmedVcenterChanges.covers(vcenter, event))
                .map(event -> isNewerThanAllEvents(event, request, answer)
                        ? newerThanAllEvents(answer.vcenter(), event)
                        : unknown(answer.vcenter(), event, confirmedVcenterChanges.idOf(vcenter)));
    }

    /// Returns true if the event is newer than every event that this vCenter ever had. Then this vCenter never
    /// had the event.
    private static boolean isNewerThanAllEvents(
            EventPosition event, ExistenceCheckRequest request, OwnerVcenterResult.NoSuchObject answer) {
        return Stream.of(answer.newest(), request.baseline())
                .flatMap(Optional::stream)
                .allMatch(had -> event.key() > had.key()
                        || event.time().isAfter(had.time().plus(ROUNDING)));
    }

    private static boolean isEventMissing(EventPosition event, OwnerVcenterResult.NoSuchObject answer) {
        EventLookup trace = eventLookup(answer, event);
        return trace == EventLookup.LOST
                || trace == EventLookup.REUSED
                || answer.newest().orElseThrow().key() < event.key();
    }

    private static EventLookup eventLookup(OwnerVcenterResult.NoSuchObject answer, EventPosition event) {
        return answer.eventLookups().getOrDefault(event, EventLookup.UNREADABLE);
    }

    private static Reason silentVcenter(VmLookup.Silence silence) {
        return new Reason(
                silence.code(),
                "vCenter %s did not answer about the VM: %s".formatted(silence.vcenter(), silence.why()));
    }

    private static Reason restored(String name, EventPosition lost, String id) {
        return new Reason(
                VsphereReason.VCENTER_RESTORED,
                "vCenter %s does not have its event %s any more: it was restored from a backup, or is a copy. VMs that it lacks may still run, so the provider keeps their Nodes. Register these VMs, then acknowledge %s"
                        .formatted(name, lost, id));
    }

    private static Reason unknown(String name, EventPosition event, String id) {
        return new Reason(
                VsphereReason.RECORDED_EVENT_MISSING,
                "annotation vspherecloud.dev/vm-seen of the Node names event %s, but vCenter %s does not have it, so nothing proves that the VM is gone. If it is gone, delete the Node by hand. If vCenter was restored from a backup, register the VMs that it lacks, then set lifecycle.vspherecloud.dev/acknowledge=%s on the leader's Lease"
                        .formatted(event, name, id));
    }

    private static Reason newerThanAllEvents(String name, EventPosition event) {
        return new Reason(
                VsphereReason.RECORDED_EVENT_MISSING,
                "annotation vspherecloud.dev/vm-seen of the Node names event %s, which is newer than all events that vCenter %s ever had, so nothing proves that the VM is gone. If it is gone, delete the Node by hand"
                        .formatted(event, name));
    }

    private static Reason neverSeenVcenter(UUID vcenter, Set<String> present) {
        return new Reason(
                VsphereReason.RECORDED_VCENTER_UNKNOWN,
                "annotation vspherecloud.dev/vcenter of the Node names a vCenter with instance UUID %s, which the provider has never seen and none of the configured vCenters (%s) has, so nothing proves that the VM is gone. Add that vCenter to the configuration; or, if the VM is gone, delete the Node by hand"
                        .formatted(vcenter, present.stream().sorted().collect(Collectors.joining(", "))));
    }

    private static Reason replacedVcenter(UUID vcenter, Set<String> present) {
        return new Reason(
                VsphereReason.VCENTER_REPLACED,
                "a Node's VM was in the vCenter with instance UUID %s, but none of the configured vCenters (%s) has this UUID, so the provider keeps the Node. If that vCenter will not come back, acknowledge %s"
                        .formatted(
                                vcenter,
                                present.stream().sorted().collect(Collectors.joining(", ")),
                                IncidentId.replaced(vcenter)));
    }
}
