package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.GoDuration;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;
import java.util.OptionalInt;

/// Reads the deletion rules from the section `nodes` and checks how their values fit together. Each single value
/// has been checked before.
final class DeletionRule {
    private final RawSection nodes;
    private final Problems problems;

    DeletionRule(RawSection nodes, Problems problems) {
        this.nodes = nodes;
        this.problems = problems;
    }

    DeletionConfig deletion() {
        BreakerRules standard = BreakerRules.DEFAULTS;
        return new DeletionConfig(
                disappearedAfter(),
                new BreakerRules(
                        count(CloudConfigKey.BREAKER_NODES, Integer.MAX_VALUE).orElse(standard.nodes()),
                        count(CloudConfigKey.BREAKER_PERCENT, 100).orElse(standard.percent()),
                        standard.window()));
    }

    private Duration disappearedAfter() {
        Duration duration = nodes.text(CloudConfigKey.DISAPPEARED_AFTER)
                .flatMap(GoDuration::parse)
                .orElse(DeletionConfig.DEFAULTS.disappearedAfter());
        if (duration.compareTo(ExistenceRules.MIN_DISAPPEARED_AFTER) < 0) {
            reportInvalid(CloudConfigKey.DISAPPEARED_AFTER);
        }
        return duration;
    }

    private OptionalInt count(ConfigKey key, int limit) {
        return nodes.text(key).map(text -> ValueParser.count(text, limit)).orElse(OptionalInt.empty());
    }

    private void reportInvalid(ConfigKey key) {
        String floor = GoDuration.text(ExistenceRules.MIN_DISAPPEARED_AFTER);
        problems.error(
                nodes.placeOf(key),
                "found %s, expected %s or more: while a host restarts, HA restarts VMs or a person moves a VM, vCenter does not show that VM for minutes although it may run; write %s or more"
                        .formatted(RawValue.printable(nodes.text(key).orElse("")), floor, floor));
    }
}
