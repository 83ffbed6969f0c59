package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.existence.Confirmations;
import dev.vspherecloud.domain.existence.IncidentId;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// The vCenters that were restored or replaced, as reports said lately, and that no person has acknowledged.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class ChangedVcenters {
    /// A missing VM is asked about at least every half an hour.
    private static final Duration OVER = Duration.ofHours(1);

    private record Change(ReasonCode code, long reported) {}

    private final Map<UUID, Change> changes = new HashMap<>();

    /// A report says what became of the vCenter.
    ///
    /// @return whether that is news
    boolean report(UUID vcenter, ReasonCode code, long now) {
        changes.values().removeIf(change -> now - change.reported() > OVER.toNanos());
        if (!isChange(code)) {
            return false;
        }
        Change before = changes.put(vcenter, new Change(code, now));
        return before == null || before.code() != code;
    }

    /// A person has looked at it.
    void clear(UUID vcenter) {
        changes.remove(vcenter);
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    Set<UUID> restored() {
        return those(ReasonCode.VCENTER_RESTORED);
    }

    Set<UUID> replaced() {
        return those(ReasonCode.VCENTER_REPLACED);
    }

    /// By which a person acknowledges what became of this vCenter.
    String id(UUID vcenter, Confirmations confirmations) {
        return restored().contains(vcenter) ? confirmations.idOf(vcenter) : IncidentId.replaced(vcenter);
    }

    List<String> ids(Confirmations confirmations) {
        return changes.keySet().stream()
                .map(vcenter -> id(vcenter, confirmations))
                .sorted()
                .toList();
    }

    private static boolean isChange(ReasonCode code) {
        return code == ReasonCode.VCENTER_RESTORED || code == ReasonCode.VCENTER_REPLACED;
    }

    private Set<UUID> those(ReasonCode code) {
        return changes.entrySet().stream()
                .filter(entry -> entry.getValue().code() == code)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
