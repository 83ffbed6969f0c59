package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Computes the event baseline of each vCenter: the newest event that the vCenter ever had. Pure.
///
/// A baseline never moves back. If the newest event of a vCenter is older than its baseline, by key or by time, the
/// vCenter was restored from a backup. Only the recorded baseline shows that.
final class EventBaselines {
    private EventBaselines() {}

    static Map<UUID, EventPosition> advance(Map<UUID, EventPosition> recorded, Map<UUID, EventPosition> newest) {
        var raised = new HashMap<>(recorded);
        newest.forEach((vcenter, event) -> raised.merge(vcenter, event, EventBaselines::higher));
        return raised;
    }

    /// Returns the landmarks of each vCenter: events that show whether it was restored from a backup. Earlier
    /// versions of this program recorded none. Then the newest recorded event becomes the first landmark.
    ///
    /// @param eventBaselines the newest event of each vCenter that was recorded
    /// @param fresh the landmarks that were read now
    static Map<UUID, List<EventPosition>> landmarks(
            Map<UUID, List<EventPosition>> recorded,
            Map<UUID, EventPosition> eventBaselines,
            Map<UUID, List<EventPosition>> fresh) {
        var landmarks = new HashMap<>(recorded);
        fresh.forEach((vcenter, events) -> {
            if (!events.isEmpty()) {
                List<EventPosition> known = Optional.ofNullable(recorded.get(vcenter))
                        .orElseGet(() -> Optional.ofNullable(eventBaselines.get(vcenter)).stream()
                                .toList());
                landmarks.put(vcenter, ReferenceEvents.select(known, events));
            }
        });
        return landmarks;
    }

    /// Returns true if the newest event of a vCenter is older than what was recorded, as after a restore from a
    /// backup. If landmarks were recorded, they decide, since a crash of vpxd may lose the newest events.
    ///
    /// @param landmarks the recorded landmarks, empty if there are none
    /// @param baseline the newest event that was recorded
    static boolean isRewound(EventPosition newest, List<EventPosition> landmarks, Optional<EventPosition> baseline) {
        return (landmarks.isEmpty() ? baseline.stream() : landmarks.stream())
                .anyMatch(recorded -> newest.key() < recorded.key());
    }

    private static EventPosition higher(EventPosition recorded, EventPosition event) {
        return event.key() >= recorded.key() && !event.time().isBefore(recorded.time()) ? event : recorded;
    }
}
