package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.IncidentId;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// The result of applying the acknowledgements of restored and replaced vCenters to the [LifecycleState].
/// Acknowledgements of breaker incidents are applied elsewhere. Pure.
///
/// @param lifecycleState the state with the changes that people acknowledged
/// @param vcenters instance UUIDs of the vCenters whose change was acknowledged now
/// @param acknowledged the ids that took effect; they can be removed from the Lease
record Acknowledgement(LifecycleState lifecycleState, Set<UUID> vcenters, Set<String> acknowledged) {
    /// Applies the ids that people wrote to the lifecycle state.
    ///
    /// @param restored instance UUIDs of the vCenters that check results call restored
    /// @param replaced instance UUIDs of the vCenters that check results call replaced
    /// @param newest by instance UUID, the newest event of the vCenter; it becomes the position at which the
    ///     restore was acknowledged
    static Acknowledgement of(
            LifecycleState lifecycleState, Set<UUID> restored, Set<UUID> replaced, Map<UUID, EventPosition> newest) {
        ConfirmedVcenterChanges before = lifecycleState.confirmedVcenterChanges();
        Set<UUID> believed = restored.stream()
                .filter(vcenter -> newest.containsKey(vcenter)
                        && lifecycleState.acknowledged().contains(before.idOf(vcenter)))
                .collect(Collectors.toSet());
        Set<UUID> adopted = replaced.stream()
                .filter(vcenter -> lifecycleState.acknowledged().contains(IncidentId.replaced(vcenter)))
                .collect(Collectors.toSet());
        Set<UUID> all = union(adopted, before.adopted());
        var settled = new HashSet<String>();
        believed.forEach(vcenter -> settled.add(before.idOf(vcenter)));
        all.forEach(vcenter -> settled.add(IncidentId.replaced(vcenter)));
        settled.retainAll(lifecycleState.acknowledged());
        return new Acknowledgement(
                lifecycleState
                        .with(new ConfirmedVcenterChanges(
                                replaced(before.restored(), believed, newest),
                                all,
                                without(before.unconfirmed(), believed)))
                        .withBaselines(replaced(lifecycleState.baselines(), believed, newest))
                        .withLandmarks(without(lifecycleState.landmarks(), believed)),
                union(believed, adopted),
                settled);
    }

    private static Map<UUID, EventPosition> replaced(
            Map<UUID, EventPosition> positions, Set<UUID> vcenters, Map<UUID, EventPosition> newest) {
        var replaced = new HashMap<>(positions);
        vcenters.forEach(vcenter -> replaced.put(vcenter, newest.getOrDefault(vcenter, positions.get(vcenter))));
        return replaced;
    }

    /// Returns the event positions of the other vCenters. Positions from before an acknowledged restore are no
    /// longer valid; the next evaluation reads new ones.
    private static <T> Map<UUID, T> without(Map<UUID, T> positions, Set<UUID> vcenters) {
        var left = new HashMap<>(positions);
        left.keySet().removeAll(vcenters);
        return left;
    }

    private static Set<UUID> union(Set<UUID> one, Set<UUID> other) {
        var union = new HashSet<>(one);
        union.addAll(other);
        return union;
    }
}
