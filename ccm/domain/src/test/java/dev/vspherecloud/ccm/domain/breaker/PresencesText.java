package dev.vspherecloud.ccm.domain.breaker;

import dev.vspherecloud.domain.vm.VmParents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A cluster in words, for tests of the breaker: `14 present, 6 missing/60 folder=f2`.
///
/// Each group of Nodes is a number and a state: `present`, `unknown`, `leaving`, `missing/60` (for so many
/// seconds) or `lost/60` (deleted so many seconds ago). A Node in state `both/60` was deleted and is still in
/// the cache. Then follow the parents of their VMs: `folder=` (default `f1`), `host=` (default one for each
/// VM), `vc=` (default `a`), or `no-parents`.
record PresencesText(List<Row> rows) {
    static final Instant CLOCK = Instant.parse("2026-03-01T12:00:00Z");
    static final long NOW = Duration.ofDays(3).toNanos();

    record Row(int node, String state, int seconds, String folder, String host, String vcenter) {
        String key() {
            return PresencesText.key(node);
        }

        NodePlacement placement() {
            Optional<VmParents> home = VmParents.parse(
                    "Folder:" + folder + " ResourcePool:p" + (host.isEmpty() ? "" : " HostSystem:" + host));
            return new NodePlacement(
                    "w-" + node,
                    key() + "-rest-of-the-uid",
                    new UUID(7, vcenter.charAt(0)),
                    folder.equals("no-parents") ? Optional.empty() : home);
        }

        Row as(String other, int since) {
            return new Row(node, other, since, folder, host, vcenter);
        }
    }

    static String key(int node) {
        return "%08d-0000".formatted(node);
    }

    static Set<String> keys(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(PresencesText::key).collect(Collectors.toSet());
    }

    static PresencesText of(String words) {
        var rows = new ArrayList<Row>();
        for (String group : words.split(", ")) {
            List<String> parts = Arrays.asList(group.split(" "));
            String[] state = parts.get(1).split("/");
            int count = Integer.parseInt(parts.get(0));
            for (int i = 0; i < count; i++) {
                int node = rows.size() + 1;
                rows.add(new Row(
                        node,
                        state[0],
                        state.length > 1 ? Integer.parseInt(state[1]) : 0,
                        parts.contains("no-parents") ? "no-parents" : value(parts, "folder=", "f1"),
                        value(parts, "host=", "h" + node),
                        value(parts, "vc=", "a")));
            }
        }
        return new PresencesText(rows);
    }

    private static String value(List<String> parts, String key, String otherwise) {
        return parts.stream()
                .filter(word -> word.startsWith(key))
                .map(word -> word.substring(key.length()))
                .findFirst()
                .orElse(otherwise);
    }

    Map<NodePlacement, VmPresence> presences() {
        var presences = new LinkedHashMap<NodePlacement, VmPresence>();
        for (Row row : rows) {
            switch (row.state()) {
                case "present" -> presences.put(row.placement(), new VmPresence.Present());
                case "unknown" -> presences.put(row.placement(), new VmPresence.Unknown());
                case "leaving" -> presences.put(row.placement(), new VmPresence.Leaving());
                case "missing", "both" ->
                    presences.put(
                            row.placement(),
                            new VmPresence.Missing(
                                    NOW - Duration.ofSeconds(row.seconds()).toNanos()));
                default -> {}
            }
        }
        return presences;
    }

    Collection<RecentDeletion> deletions() {
        return rows.stream()
                .filter(row -> Set.of("lost", "both").contains(row.state()))
                .map(row -> new RecentDeletion(row.placement(), CLOCK.minusSeconds(row.seconds())))
                .toList();
    }

    Breaker evaluate(Breaker before, String... acknowledged) {
        return evaluate(before, Set.of(acknowledged));
    }

    Breaker evaluate(Breaker before, Set<String> acknowledged) {
        return BreakerPolicy.evaluate(
                before, presences(), deletions(), acknowledged, BreakerRules.DEFAULTS, NOW, CLOCK);
    }
}
