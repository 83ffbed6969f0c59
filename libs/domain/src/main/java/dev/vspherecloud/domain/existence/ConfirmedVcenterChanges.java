package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The restored and replaced vCenters. An administrator confirms a restore or a replacement by the id in its
/// reason. Restores that are not confirmed yet are recorded as well, because vCenter deletes the events that
/// showed them.
///
/// @param restored    confirmed restores: the newest event at the time of the confirmation, by instance UUID of
///     the vCenter
/// @param adopted     instance UUIDs of vCenters that were replaced and will not come back
/// @param unconfirmed restores that are not confirmed: the newest event from before the restore, by instance
///     UUID of the vCenter
public record ConfirmedVcenterChanges(
        Map<UUID, EventPosition> restored, Set<UUID> adopted, Map<UUID, EventPosition> unconfirmed) {
    public static final ConfirmedVcenterChanges NONE = new ConfirmedVcenterChanges(Map.of(), Set.of(), Map.of());

    public ConfirmedVcenterChanges {
        restored = Map.copyOf(restored);
        adopted = Set.copyOf(adopted);
        unconfirmed = Map.copyOf(unconfirmed);
    }

    /// Returns the newest event from before an unconfirmed restore of this vCenter; empty if there is no such
    /// restore.
    Optional<EventPosition> unconfirmed(UUID vcenter) {
        return Optional.ofNullable(unconfirmed.get(vcenter));
    }

    public ConfirmedVcenterChanges withUnconfirmed(Map<UUID, EventPosition> now) {
        return new ConfirmedVcenterChanges(restored, adopted, now);
    }

    /// Returns true if a restore of this vCenter was confirmed after this event. If vCenter does not have the
    /// event any more, that restore lost it.
    boolean covers(UUID vcenter, EventPosition event) {
        return Optional.ofNullable(restored.get(vcenter))
                .filter(confirmed -> confirmed.time().isAfter(event.time()))
                .isPresent();
    }

    /// Returns the id by which a person acknowledges the next restore of this vCenter.
    public String idOf(UUID vcenter) {
        return IncidentId.restored(vcenter, Optional.ofNullable(restored.get(vcenter)));
    }
}
