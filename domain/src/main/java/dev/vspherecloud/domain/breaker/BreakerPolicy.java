package dev.vspherecloud.domain.breaker;

import dev.vspherecloud.domain.existence.IncidentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides when so many VMs disappear at once that the fault is more likely vCenter's, or ours, than theirs. Pure.
///
/// Nodes are counted whose VMs are missing without a destroy, proven or not, deleted ones included: so a mass
/// disappearance deletes none, rather than the first few. It is an incident when
///
/// - more than [BreakerRules#nodes] and more than [BreakerRules#percent] went missing within the window,
/// - or more than half of the cluster is missing,
/// - or all of one folder, host or vCenter, when that is more than one.
///
/// It is over when each of its Nodes has its VM back, is gone otherwise, or its VM turns out to have been destroyed; or
/// when a person acknowledged it: then these Nodes, and no others, count no more.
public final class BreakerPolicy {
    /// What is missing for a shorter time is still asked after: it may have been destroyed. Nothing that disappeared is
    /// deleted in this time.
    static final Duration GRACE = Duration.ofSeconds(30);

    private BreakerPolicy() {}

    /// @param roll         all Nodes with a VM of ours
    /// @param losses       those that were deleted lately
    /// @param acknowledged ids of incidents that a person has looked at
    /// @param now          nanoseconds of the clock of [Standing.Missing]
    /// @param clock        the wall clock
    public static Breaker judge(
            Breaker before,
            Map<Post, Standing> roll,
            Collection<Loss> losses,
            Set<String> acknowledged,
            BreakerRules rules,
            long now,
            Instant clock) {
        Set<String> away = roll.entrySet().stream()
                .filter(entry -> isAway(entry.getValue()))
                .map(entry -> entry.getKey().key())
                .collect(Collectors.toSet());
        Set<String> excused = excused(before, acknowledged, away);
        Optional<Incident> standing = before.open()
                .filter(incident -> !acknowledged.contains(incident.id()))
                .filter(incident -> incident.members().stream().anyMatch(away::contains));
        var count = new Count(roll, losses, excused, rules, now, clock);
        Set<String> fresh = count.missing();
        return standing.map(incident -> new Breaker(Optional.of(joined(incident, fresh)), excused))
                .orElseGet(() ->
                        new Breaker(count.alarm().map(cause -> new Incident(id(fresh, clock), cause, fresh)), excused));
    }

    /// Or may be, for all that is known.
    private static boolean isAway(Standing standing) {
        return standing instanceof Standing.Missing || standing instanceof Standing.Untold;
    }

    private static Set<String> excused(Breaker before, Set<String> acknowledged, Set<String> away) {
        return Stream.concat(
                        before.excused().stream(),
                        before.open().stream()
                                .filter(incident -> acknowledged.contains(incident.id()))
                                .flatMap(incident -> incident.members().stream()))
                .filter(away::contains)
                .collect(Collectors.toSet());
    }

    private static Incident joined(Incident incident, Set<String> fresh) {
        if (incident.members().containsAll(fresh)) {
            return incident;
        }
        var members = new HashSet<>(incident.members());
        members.addAll(fresh);
        return new Incident(incident.id(), incident.cause(), members);
    }

    private static String id(Set<String> members, Instant clock) {
        return "missing-"
                + IncidentId.hash(clock + " " + members.stream().sorted().toList());
    }

    /// One look at all Nodes.
    private record Count(
            Map<Post, Standing> roll,
            Collection<Loss> losses,
            Set<String> excused,
            BreakerRules rules,
            long now,
            Instant clock) {
        /// Keys of the Nodes that are missing for longer than a moment and nobody has excused.
        Set<String> missing() {
            return roll.entrySet().stream()
                    .filter(entry -> counts(entry.getKey(), entry.getValue(), Long.MAX_VALUE))
                    .map(entry -> entry.getKey().key())
                    .collect(Collectors.toSet());
        }

        private boolean counts(Post post, Standing standing, long youngerThan) {
            return standing instanceof Standing.Missing(long since)
                    && now - since >= GRACE.toNanos()
                    && now - since <= youngerThan
                    && !excused.contains(post.key());
        }

        /// Why this is an incident; empty when it is none.
        Optional<String> alarm() {
            List<Post> lost = losses.stream()
                    .filter(loss -> loss.at().isAfter(clock.minus(rules.window())))
                    .map(Loss::post)
                    .toList();
            int cluster = roll.size() + lost.size();
            long recent = roll.entrySet().stream()
                    .filter(entry -> counts(
                            entry.getKey(), entry.getValue(), rules.window().toNanos()))
                    .count();
            int away = missing().size();
            if (away == 0) {
                return Optional.empty();
            }
            if (!rules.allows(Math.toIntExact(recent) + lost.size(), cluster)) {
                return Optional.of("%d of %d Nodes lost their VMs within %d min"
                        .formatted(recent + lost.size(), cluster, rules.window().toMinutes()));
            }
            if (2 * (away + lost.size()) > cluster) {
                return Optional.of("%d of %d Nodes have lost their VMs".formatted(away + lost.size(), cluster));
            }
            return wholeGroup(lost);
        }

        private Optional<String> wholeGroup(List<Post> lost) {
            var members = new HashMap<String, List<Boolean>>();
            roll.forEach((post, standing) -> post.groups()
                    .forEach(group -> members.computeIfAbsent(group, _ -> new ArrayList<>())
                            .add(counts(post, standing, Long.MAX_VALUE))));
            lost.forEach(post -> post.groups().forEach(group -> members.computeIfAbsent(group, _ -> new ArrayList<>())
                    .add(true)));
            return members.entrySet().stream()
                    .filter(group -> group.getValue().size() > 1
                            && group.getValue().stream().allMatch(isMissing -> isMissing))
                    .min(Map.Entry.comparingByKey())
                    .map(group -> "all %d Nodes of %s have lost their VMs"
                            .formatted(group.getValue().size(), group.getKey()));
        }
    }
}
