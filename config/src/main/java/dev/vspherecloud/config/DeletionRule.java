package dev.vspherecloud.config;

import java.time.Duration;
import java.util.Optional;

/// What the section `nodes` says about deletion, its values being checked one by one already.
final class DeletionRule {
    private final RawSection nodes;
    private final Problems problems;

    DeletionRule(RawSection nodes, Problems problems) {
        this.nodes = nodes;
        this.problems = problems;
    }

    DeletionConfig deletion() {
        DeletionConfig standard = DeletionConfig.STANDARD;
        Duration disappearedAfter = duration(ConfigKey.DISAPPEARED_AFTER).orElse(standard.disappearedAfter());
        if (disappearedAfter.compareTo(DeletionConfig.SHORTEST) < 0) {
            refuse(ConfigKey.DISAPPEARED_AFTER);
        }
        return new DeletionConfig(
                disappearedAfter,
                count(ConfigKey.BREAKER_NODES).orElse(standard.breakerNodes()),
                count(ConfigKey.BREAKER_PERCENT).orElse(standard.breakerPercent()));
    }

    private Optional<Duration> duration(ConfigKey key) {
        return nodes.text(key).flatMap(GoDuration::parse);
    }

    private Optional<Integer> count(ConfigKey key) {
        return nodes.text(key)
                .flatMap(text ->
                        Values.count(text, Integer.MAX_VALUE).stream().boxed().findFirst());
    }

    private void refuse(ConfigKey key) {
        problems.error(
                nodes.placeOf(key),
                "found %s, expected %s or more: while a host restarts, HA works or somebody moves a VM, it is out of sight for minutes, and it may run; write %s or more"
                        .formatted(
                                ValueCheck.shown(nodes.text(key).orElse("")),
                                GoDuration.text(DeletionConfig.SHORTEST),
                                GoDuration.text(DeletionConfig.SHORTEST)));
    }
}
