package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The restored and replaced vCenters that an administrator has confirmed, by the ids that the reasons name, and
/// the restores that are not confirmed yet. These are recorded because vCenter deletes the events that showed
/// them.
///
/// @param restored    by instance UUID, the newest event when the restore of the vCenter was confirmed
/// @param adopted     instance UUIDs of vCenters that were replaced and will not come back
/// @param unconfirmed by instance UUID of a vCenter that was restored, the newest event from before the restore
public record ConfirmedVcenterChanges(
        Map<UUID, EventPosition> restored, Set<UUID> adopted, Map<UUID, EventPosition> unconfirmed) {
    public static final ConfirmedVcenterChanges NONE = new ConfirmedVcenterChanges(Map.of(), Set.of(), Map.of());

    public ConfirmedVcenterChanges {
        restored = Map.copyOf(restored);
        adopted = Set.copyOf(adopted);
        unconfirmed = Map.copyOf(unconfirmed);
    }

    /// Returns the newest event from before an unconfirmed restore of this vCenter.
    Optional<EventPosition> unconfirmed(UUID vcenter) {
        return Optional.ofNullable(unconfirmed.get(vcenter));
    }

    public ConfirmedVcenterChanges withUnconfirmed(Map<UUID, EventPosition> now) {
        return new ConfirmedVcenterChanges(restored, adopted, now);
    }

    /// Returns true if a restore was confirmed after this event. If the event is lost, that restore lost it.
    boolean covers(UUID vcenter, EventPosition event) {
        return Optional.ofNullable(restored.get(vcenter))
                .filter(confirmed -> confirmed.time().isAfter(event.time()))
                .isPresent();
    }

    /// Returns the id to acknowledge if this vCenter was restored once more.
    public String idOf(UUID vcenter) {
        return IncidentId.restored(vcenter, Optional.ofNullable(restored.get(vcenter)));
    }
}
