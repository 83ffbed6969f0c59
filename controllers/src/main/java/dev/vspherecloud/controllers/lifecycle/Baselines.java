package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.vm.EventMark;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// The newest event that each vCenter ever had. Pure.
///
/// A mark is only ever raised: one that is below the recorded one in key or time is that of a restored vCenter, and
/// what was recorded is what shows that.
final class Baselines {
    private Baselines() {}

    static Map<UUID, EventMark> raised(Map<UUID, EventMark> recorded, Map<UUID, EventMark> newest) {
        var raised = new HashMap<>(recorded);
        newest.forEach((vcenter, mark) -> raised.merge(vcenter, mark, Baselines::higher));
        return raised;
    }

    private static EventMark higher(EventMark recorded, EventMark mark) {
        return mark.key() >= recorded.key() && !mark.time().isBefore(recorded.time()) ? mark : recorded;
    }
}
