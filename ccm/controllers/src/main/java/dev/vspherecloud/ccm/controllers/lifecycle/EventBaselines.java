package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Computes the baselines: the newest event that each vCenter ever had. Pure.
///
/// A baseline is only ever raised. A newest event below it in key or time shows that the vCenter was restored, and
/// only the recorded baseline can show that.
final class EventBaselines {
    private EventBaselines() {}

    static Map<UUID, EventPosition> advance(Map<UUID, EventPosition> recorded, Map<UUID, EventPosition> newest) {
        var raised = new HashMap<>(recorded);
        newest.forEach((vcenter, event) -> raised.merge(vcenter, event, EventBaselines::higher));
        return raised;
    }

    /// Returns the landmarks of each vCenter. Earlier versions of this program recorded none. Then the newest
    /// recorded event becomes a landmark: if it is lost now, the vCenter was restored.
    ///
    /// @param eventBaselines the newest events that were recorded
    /// @param fresh landmarks that were read now
    static Map<UUID, List<EventPosition>> landmarks(
            Map<UUID, List<EventPosition>> recorded,
            Map<UUID, EventPosition> eventBaselines,
            Map<UUID, List<EventPosition>> fresh) {
        var landmarks = new HashMap<>(recorded);
        fresh.forEach((vcenter, marks) -> {
            if (!marks.isEmpty()) {
                List<EventPosition> known = Optional.ofNullable(recorded.get(vcenter))
                        .orElseGet(() -> Optional.ofNullable(eventBaselines.get(vcenter)).stream()
                                .toList());
                landmarks.put(vcenter, ReferenceEvents.select(known, marks));
            }
        });
        return landmarks;
    }

    /// Returns true if the newest event of a vCenter is below what was recorded of it, as after a restore from a
    /// backup. If there are landmarks, they decide, since a crash of vpxd may lose the newest events.
    ///
    /// @param landmarks that were recorded, empty if none were
    /// @param baseline the newest event that was recorded
    static boolean isRewound(EventPosition newest, List<EventPosition> landmarks, Optional<EventPosition> baseline) {
        return (landmarks.isEmpty() ? baseline.stream() : landmarks.stream())
                .anyMatch(recorded -> newest.key() < recorded.key());
    }

    private static EventPosition higher(EventPosition recorded, EventPosition event) {
        return event.key() >= recorded.key() && !event.time().isBefore(recorded.time()) ? event : recorded;
    }
}
