package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.IncidentId;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// The vCenters that recent check results call restored or replaced, and whose change no person has acknowledged
/// yet.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class ChangedVcenters {
    /// The time after which a change counts as over if no check result repeats it. A missing VM is checked at least
    /// every half an hour.
    private static final Duration FORGET_AFTER = Duration.ofHours(1);

    private record Change(ReasonCode code, long reportedAt) {}

    private final Map<UUID, Change> changes = new HashMap<>();

    /// The vCenters that lack an event which the record on some Node names, each with the time of the last such
    /// check result. The Node's kubelet may have forged the record, so this alone is no change. A person may still
    /// acknowledge that the vCenter was restored.
    private final Map<UUID, Long> recordedEventMissing = new HashMap<>();

    /// The newest event of each vCenter, from the last inconclusive check result. If a person acknowledges a
    /// restore, it is this event history that they confirm. The newest event of the watch may be from before the
    /// restore.
    private final Map<UUID, EventPosition> newest = new HashMap<>();

    /// Evaluates a check result that is inconclusive because its vCenter was restored or replaced, or lacks a
    /// recorded event.
    ///
    /// @param code the reason why the check result is inconclusive
    /// @return true if the change of the vCenter was not known before
    boolean onInconclusive(ExistenceCheckResult result, ReasonCode code, long now) {
        UUID vcenter = result.request().vm().ref().vcenter();
        if (result.ownerResult() instanceof OwnerVcenterResult.NoSuchObject answer) {
            answer.newest().ifPresent(event -> newest.put(vcenter, event));
        }
        changes.values().removeIf(change -> now - change.reportedAt() > FORGET_AFTER.toNanos());
        recordedEventMissing.values().removeIf(reported -> now - reported > FORGET_AFTER.toNanos());
        if (code == VsphereReason.RECORDED_EVENT_MISSING) {
            recordedEventMissing.put(vcenter, now);
        }
        if (!isChange(code)) {
            return false;
        }
        Change before = changes.put(vcenter, new Change(code, now));
        return before == null || !before.code().equals(code);
    }

    /// Forgets the changes of a vCenter after a person acknowledged them.
    void clear(UUID vcenter) {
        changes.remove(vcenter);
        recordedEventMissing.remove(vcenter);
        newest.remove(vcenter);
    }

    Map<UUID, EventPosition> newest() {
        return Map.copyOf(newest);
    }

    boolean isEmpty() {
        return changes.isEmpty() && recordedEventMissing.isEmpty();
    }

    Set<UUID> restored() {
        return vcentersWith(VsphereReason.VCENTER_RESTORED);
    }

    /// Returns the vCenters for which a person may acknowledge a restore: those that were restored, and those that
    /// lack an event that a Node's record names.
    Set<UUID> restorable() {
        var restorable = new HashSet<>(recordedEventMissing.keySet());
        restorable.addAll(restored());
        return restorable;
    }

    Set<UUID> replaced() {
        return vcentersWith(VsphereReason.VCENTER_REPLACED);
    }

    /// Returns the id that a person writes to acknowledge the change of this vCenter.
    String id(UUID vcenter, ConfirmedVcenterChanges confirmedVcenterChanges) {
        return restored().contains(vcenter) ? confirmedVcenterChanges.idOf(vcenter) : IncidentId.replaced(vcenter);
    }

    List<String> ids(ConfirmedVcenterChanges confirmedVcenterChanges) {
        return changes.keySet().stream()
                .map(vcenter -> id(vcenter, confirmedVcenterChanges))
                .sorted()
                .toList();
    }

    private static boolean isChange(ReasonCode code) {
        return code == VsphereReason.VCENTER_RESTORED || code == VsphereReason.VCENTER_REPLACED;
    }

    private Set<UUID> vcentersWith(ReasonCode code) {
        return changes.entrySet().stream()
                .filter(entry -> entry.getValue().code().equals(code))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
