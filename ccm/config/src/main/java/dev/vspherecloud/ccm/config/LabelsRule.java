package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.AncestorLabels.Kind;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.topology.TopologyRules.Mode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Optional;

/// Reads the section `labels` and checks how its values fit together. Each single value has been checked before.
///
/// Rule from: cloud-provider-vsphere, pkg/cloudprovider/vsphere/zones.go: zones are off unless both categories are
/// given. Differs: `partial` and mode `nearest` allow a single category.
final class LabelsRule {
    private final RawSection labels;
    private final Problems problems;

    LabelsRule(RawSection labels, Problems problems) {
        this.labels = labels;
        this.problems = problems;
    }

    /// Returns the configuration key of the label for this kind of inventory object.
    static ConfigKey key(Kind kind) {
        return switch (kind) {
            case HOST -> CloudConfigKey.HOST_LABEL;
            case CLUSTER -> CloudConfigKey.CLUSTER_LABEL;
            case DATACENTER -> CloudConfigKey.DATACENTER_LABEL;
            case RESOURCE_POOL -> CloudConfigKey.RESOURCE_POOL_LABEL;
            case FOLDER -> CloudConfigKey.FOLDER_LABEL;
        };
    }

    LabelsConfig labels() {
        return new LabelsConfig(topology(), ancestorLabels(), flag(CloudConfigKey.RELABEL));
    }

    private Optional<TopologyRules> topology() {
        Optional<String> zone = labels.text(CloudConfigKey.ZONE);
        Optional<String> region = labels.text(CloudConfigKey.REGION);
        if (zone.isEmpty() && region.isEmpty()) {
            warnOfNoEffect(CloudConfigKey.MODE);
            warnOfNoEffect(CloudConfigKey.REQUIRED);
            return Optional.empty();
        }
        if (zone.isPresent() != region.isPresent() && mode() == Mode.COMPATIBLE && !flag(CloudConfigKey.PARTIAL)) {
            warnOfOneAlone(zone.isPresent());
            return Optional.empty();
        }
        return Optional.of(new TopologyRules(new TopologyCategories(zone, region), mode(), isRequired()));
    }

    private Mode mode() {
        String text = labels.text(CloudConfigKey.MODE).orElseGet(CloudConfigKey.MODE::defaultText);
        return ValueParser.choice(Mode.values(), Mode::text, text).orElse(Mode.COMPATIBLE);
    }

    private boolean isRequired() {
        if (mode() == Mode.NEAREST) {
            return flag(CloudConfigKey.REQUIRED);
        }
        if (labels.text(CloudConfigKey.REQUIRED).flatMap(ValueParser::flag).equals(Optional.of(false))) {
            problems.warning(
                    labels.placeOf(CloudConfigKey.REQUIRED),
                    "found false, but in mode compatible a Node always waits for its tags; set %s to nearest, or remove it"
                            .formatted(labels.pathOf(CloudConfigKey.MODE)));
        }
        return true;
    }

    private void warnOfOneAlone(boolean isZone) {
        problems.warning(
                labels.placeOf(isZone ? CloudConfigKey.ZONE : CloudConfigKey.REGION),
                "found %s without %s, expected both or none: no Node gets a zone or a region; add the other, or set %s to true"
                        .formatted(
                                isZone ? "zone" : "region",
                                isZone ? "region" : "zone",
                                labels.pathOf(CloudConfigKey.PARTIAL)));
    }

    private AncestorLabels ancestorLabels() {
        var keys = new EnumMap<Kind, String>(Kind.class);
        var taken = new HashMap<String, ConfigKey>();
        for (Kind kind : Kind.values()) {
            labels.text(key(kind)).ifPresent(label -> {
                keys.put(kind, label);
                ConfigKey first = taken.putIfAbsent(label, key(kind));
                if (first != null) {
                    problems.error(
                            labels.placeOf(key(kind)),
                            "found the same label as for %s, expected a different label: a label has only one value; change one of the two"
                                    .formatted(labels.pathOf(first)));
                }
            });
        }
        return new AncestorLabels(keys);
    }

    private boolean flag(ConfigKey key) {
        return labels.text(key).flatMap(ValueParser::flag).orElse(false);
    }

    private void warnOfNoEffect(ConfigKey key) {
        if (labels.has(key)) {
            problems.warning(labels.placeOf(key), "has no effect without zone and region; add them, or remove it");
        }
    }
}
