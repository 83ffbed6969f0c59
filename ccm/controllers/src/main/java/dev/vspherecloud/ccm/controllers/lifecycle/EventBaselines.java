package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The newest event that each vCenter ever had. Pure.
///
/// A mark is only ever raised: one that is below the recorded one in key or time is that of a restored vCenter, and
/// what was recorded is what shows that.
final class EventBaselines {
    private EventBaselines() {}

    static Map<UUID, EventPosition> raised(Map<UUID, EventPosition> recorded, Map<UUID, EventPosition> newest) {
        var raised = new HashMap<>(recorded);
        newest.forEach((vcenter, mark) -> raised.merge(vcenter, mark, EventBaselines::higher));
        return raised;
    }

    /// The landmarks of each vCenter. Where none were recorded, as by earlier versions of this program, the newest
    /// event that was recorded is one: if it is lost now, that was a restore.
    ///
    /// @param eventBaselines the newest events that were recorded
    /// @param fresh     landmarks that were read now
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
                landmarks.put(vcenter, ReferenceEvents.kept(known, marks));
            }
        });
        return landmarks;
    }

    /// Returns true if the newest event of a vCenter is below what was recorded of it, as after a restore from a
    /// backup. The landmarks count, if there are some: the newest events may be lost in a crash of vpxd.
    ///
    /// @param landmarks that were recorded, empty if none were
    /// @param baseline  the newest event that was recorded
    static boolean isFallen(EventPosition newest, List<EventPosition> landmarks, Optional<EventPosition> baseline) {
        return (landmarks.isEmpty() ? baseline.stream() : landmarks.stream())
                .anyMatch(recorded -> newest.key() < recorded.key());
    }

    private static EventPosition higher(EventPosition recorded, EventPosition mark) {
        return mark.key() >= recorded.key() && !mark.time().isBefore(recorded.time()) ? mark : recorded;
    }
}
