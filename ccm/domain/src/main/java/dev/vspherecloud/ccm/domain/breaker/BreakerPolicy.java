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

/// Decides when so many VMs disappear at once that the cause is more likely a fault of vCenter, or of this
/// program. Pure.
///
/// The policy counts Nodes whose VMs are missing without having been destroyed, proven or not, including Nodes
/// that were deleted for it. So a mass disappearance deletes no Node, rather than the first few. It is an incident
/// if
///
/// - more than [BreakerRules#nodes] and more than [BreakerRules#percent] went missing within the window,
/// - or more than half of the cluster is missing,
/// - or all Nodes of one folder, host or vCenter are missing, if these are more than one.
///
/// The incident is over when each of its Nodes has its VM back, or no longer exists, or its VM turns out to have
/// been destroyed. It is also over when a person acknowledges it: then exactly these Nodes no longer count. Nodes
/// that lose their VMs later, and are many enough by themselves, make another incident with another id, because no
/// person has looked at those.
public final class BreakerPolicy {
    /// A VM that is missing for a shorter time is not counted, because checks may still show that it was
    /// destroyed. No Node whose VM disappeared is deleted in this time.
    static final Duration GRACE = Duration.ofSeconds(30);

    private BreakerPolicy() {}

    /// Returns the next state of the breaker.
    ///
    /// @param presences         all Nodes with a vSphere VM; a Node that is not in it does not exist any more
    /// @param deletions       the Nodes that were deleted lately
    /// @param acknowledged ids of the incidents that a person acknowledged
    /// @param now          nanoseconds of the clock of [VmPresence.Missing]
    /// @param clock        the wall clock
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
        Optional<Incident> vmPresence = previous.open()
                .filter(incident -> !acknowledged.contains(incident.id()))
                .filter(incident -> incident.members().stream().anyMatch(away::contains));
        Set<String> looked = union(excused, vmPresence.map(Incident::members).orElse(Set.of()));
        NodeCounts nodeCounts = NodeCounts.of(presences, lost, looked, rules, now);
        Optional<Incident> latest =
                nodeCounts.incidentCause().map(cause -> incident(vmPresence, nodeCounts, cause, clock));
        return new Breaker(latest.or(() -> vmPresence), excused);
    }

    /// Returns true if the VM is missing, or if its state is not known.
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

    /// Returns the Nodes that were acknowledged before or now, and whose VMs are not back.
    private static Set<String> acknowledgedNodes(Breaker previous, Set<String> acknowledged, Set<String> absent) {
        return Stream.concat(
                        previous.acknowledgedNodes().stream(),
                        previous.open().stream()
                                .filter(incident -> acknowledged.contains(incident.id()))
                                .flatMap(incident -> incident.members().stream()))
                .filter(absent::contains)
                .collect(Collectors.toSet());
    }

    private static Incident incident(
            Optional<Incident> vmPresence, NodeCounts nodeCounts, String cause, Instant clock) {
        Set<String> earlier = vmPresence.map(Incident::members).orElse(Set.of());
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
