package dev.vspherecloud.ccm.domain.breaker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Counts of Nodes for the deletion breaker at one moment. Nodes that are about to be removed and Nodes of
/// acknowledged incidents are left out.
///
/// @param all all counted Nodes, including the deleted ones
/// @param deleted Nodes that were deleted lately because their VMs had disappeared
/// @param missing Nodes whose VMs have been missing for longer than the grace time
/// @param recent the number of Nodes in `missing` whose VMs went missing within the window
record NodeCounts(
        List<NodePlacement> all,
        Collection<NodePlacement> deleted,
        List<NodePlacement> missing,
        int recent,
        BreakerRules rules) {
    /// Counts the Nodes.
    ///
    /// @param acknowledgedNodes the keys of the Nodes that do not count, because a person acknowledged their
    ///     missing VMs
    static NodeCounts of(
            Map<NodePlacement, VmPresence> presences,
            Map<String, NodePlacement> deletions,
            Set<String> acknowledgedNodes,
            BreakerRules rules,
            long now) {
        List<NodePlacement> deleted = deletions.values().stream()
                .filter(placement -> !acknowledgedNodes.contains(placement.key()))
                .toList();
        var all = new ArrayList<>(deleted);
        var missing = new ArrayList<NodePlacement>();
        int recent = 0;
        for (Map.Entry<NodePlacement, VmPresence> entry : presences.entrySet()) {
            NodePlacement placement = entry.getKey();
            if (entry.getValue() instanceof VmPresence.Leaving
                    || acknowledgedNodes.contains(placement.key())
                    || deletions.containsKey(placement.key())) {
                continue;
            }
            all.add(placement);
            if (entry.getValue() instanceof VmPresence.Missing away
                    && now - away.since() >= BreakerPolicy.GRACE.toNanos()) {
                missing.add(placement);
                recent += now - away.since() <= rules.window().toNanos() ? 1 : 0;
            }
        }
        return new NodeCounts(all, deleted, missing, recent, rules);
    }

    /// Returns the cause of an incident, for people; empty if these counts are no incident.
    Optional<String> incidentCause() {
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        int lately = recent + deleted.size();
        if (!rules.allows(lately, all.size())) {
            return Optional.of("%d of %d Nodes lost their VMs within %d min"
                    .formatted(lately, all.size(), rules.window().toMinutes()));
        }
        int gone = missing.size() + deleted.size();
        return 2 * gone > all.size()
                ? Optional.of("%d of %d Nodes have lost their VMs".formatted(gone, all.size()))
                : missingGroup();
    }

    private Optional<String> missingGroup() {
        Map<String, Long> sizes = sizes(all.stream());
        return sizes(Stream.concat(missing.stream(), deleted.stream())).entrySet().stream()
                .filter(gone -> gone.getValue() > 1 && gone.getValue().equals(sizes.get(gone.getKey())))
                .min(Map.Entry.comparingByKey())
                .map(gone -> "all %d Nodes of %s have lost their VMs".formatted(gone.getValue(), gone.getKey()));
    }

    private static Map<String, Long> sizes(Stream<NodePlacement> placements) {
        return placements
                .flatMap(NodePlacement::groups)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
