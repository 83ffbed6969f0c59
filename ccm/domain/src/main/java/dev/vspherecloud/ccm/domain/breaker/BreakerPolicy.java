package dev.vspherecloud.ccm.domain.breaker;

import dev.vspherecloud.domain.existence.IncidentId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides when the deletion breaker opens and closes. If many VMs disappear at once, the cause is more likely a
/// fault of vCenter or of this program than many destroyed VMs. Pure.
///
/// The policy counts each Node whose VM is missing and not known to be destroyed, with or without a complete
/// existence proof. Nodes that were deleted lately for such a VM count too. So a mass disappearance stops the
/// deletion of the first Nodes as well. It is an incident if
///
/// - more than [BreakerRules#nodes] and more than [BreakerRules#percent] VMs went missing within the window,
/// - or more than half of the VMs of the cluster are missing,
/// - or all VMs of one folder, host or vCenter are missing, if there are at least two.
///
/// The incident ends when each of its Nodes has its VM back, no longer exists, or has a VM that was destroyed. It
/// also ends when a person acknowledges it. Then exactly these Nodes no longer count. If many other VMs disappear
/// later, they make another incident with another id, because no person has acknowledged them.
public final class BreakerPolicy {
    /// The time for which a missing VM does not count yet, because existence checks may still show that it was
    /// destroyed. In this time no Node whose VM disappeared is deleted.
    static final Duration GRACE = Duration.ofSeconds(30);

    private BreakerPolicy() {}

    /// Returns the next state of the breaker.
    ///
    /// @param presences all Nodes with a vSphere VM, and whether the VM is present. A Node that is not in the map
    ///     does not exist any more
    /// @param deletions the Nodes that were deleted lately because their VMs had disappeared. Their times
    ///     are those of `clock`, also if it was set since
    /// @param acknowledged the ids of the incidents that a person acknowledged
    /// @param now nanoseconds of the monotonic clock of [VmPresence.Missing]
    /// @param clock the time by the wall clock
    public static Breaker evaluate(
            Breaker previous,
            Map<NodePlacement, VmPresence> presences,
            Collection<RecentDeletion> deletions,
            Set<String> acknowledged,
            BreakerRules rules,
            long now,
            Instant clock) {
        Set<String> away = keys(presences.entrySet().stream()
                .filter(entry -> isMissing(entry.getValue()))
                .map(Map.Entry::getKey));
        Map<String, NodePlacement> lost = recentlyDeleted(deletions, rules, clock);
        Set<String> excused = acknowledgedNodes(previous, acknowledged, union(away, lost.keySet()));
        Optional<Incident> open = previous.open()
                .filter(incident -> !acknowledged.contains(incident.id()))
                .filter(incident -> incident.members().stream().anyMatch(away::contains));
        Set<String> looked = union(excused, open.map(Incident::members).orElse(Set.of()));
        NodeCounts nodeCounts = NodeCounts.of(presences, lost, looked, rules, now);
        Optional<Incident> latest = nodeCounts.incidentCause().map(cause -> incident(open, nodeCounts, cause, clock));
        return new Breaker(latest.or(() -> open), excused);
    }

    /// Returns true if the VM is missing, or if it is not known whether the VM is present.
    private static boolean isMissing(VmPresence vmPresence) {
        return vmPresence instanceof VmPresence.Missing || vmPresence instanceof VmPresence.Unknown;
    }

    private static Map<String, NodePlacement> recentlyDeleted(
            Collection<RecentDeletion> deletions, BreakerRules rules, Instant clock) {
        return deletions.stream()
                .filter(deletion -> deletion.at().isAfter(clock.minus(rules.window())))
                .map(RecentDeletion::placement)
                .collect(Collectors.toMap(NodePlacement::key, placement -> placement, (one, _) -> one));
    }

    /// Returns the keys of the acknowledged Nodes whose VMs are still absent. A Node is acknowledged if a person
    /// acknowledged its incident, now or before.
    private static Set<String> acknowledgedNodes(Breaker previous, Set<String> acknowledged, Set<String> absent) {
        return Stream.concat(
                        previous.acknowledgedNodes().stream(),
                        previous.open().stream()
                                .filter(incident -> acknowledged.contains(incident.id()))
                                .flatMap(incident -> incident.members().stream()))
                .filter(absent::contains)
                .collect(Collectors.toSet());
    }

    private static Incident incident(Optional<Incident> open, NodeCounts nodeCounts, String cause, Instant clock) {
        Set<String> earlier = open.map(Incident::members).orElse(Set.of());
        Set<String> members = union(earlier, keys(nodeCounts.missing().stream()));
        String all = earlier.isEmpty() ? cause : "%s, in addition to %d before".formatted(cause, earlier.size());
        return new Incident(
                "missing-"
                        + IncidentId.hash(
                                clock + " " + members.stream().sorted().toList()),
                all,
                members);
    }

    private static Set<String> keys(Stream<NodePlacement> placements) {
        return placements.map(NodePlacement::key).collect(Collectors.toSet());
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        var union = new HashSet<>(some);
        union.addAll(others);
        return union;
    }
}
