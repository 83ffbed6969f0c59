package dev.vspherecloud.config;

import dev.vspherecloud.domain.topology.PlaceLabels;
import dev.vspherecloud.domain.topology.PlaceLabels.Kind;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.topology.TopologyRules.Mode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Optional;

/// What the section `labels` means, its values being checked one by one already.
///
/// Rule from: cloud-provider-vsphere, pkg/cloudprovider/vsphere/zones.go: zones are off unless both categories are
/// given. Differs: `partial` allows one alone, and so does mode `nearest`.
final class LabelsRule {
    private final RawSection labels;
    private final Problems problems;

    LabelsRule(RawSection labels, Problems problems) {
        this.labels = labels;
        this.problems = problems;
    }

    /// The key of the label for this kind of place.
    static ConfigKey key(Kind kind) {
        return switch (kind) {
            case HOST -> ConfigKey.HOST_LABEL;
            case CLUSTER -> ConfigKey.CLUSTER_LABEL;
            case DATACENTER -> ConfigKey.DATACENTER_LABEL;
            case RESOURCE_POOL -> ConfigKey.RESOURCE_POOL_LABEL;
            case FOLDER -> ConfigKey.FOLDER_LABEL;
        };
    }

    LabelsConfig labels() {
        return new LabelsConfig(topology(), places(), flag(ConfigKey.RELABEL));
    }

    private Optional<TopologyRules> topology() {
        Optional<String> zone = labels.text(ConfigKey.ZONE);
        Optional<String> region = labels.text(ConfigKey.REGION);
        if (zone.isEmpty() && region.isEmpty()) {
            warnOfNoEffect(ConfigKey.MODE);
            warnOfNoEffect(ConfigKey.REQUIRED);
            return Optional.empty();
        }
        if (zone.isPresent() != region.isPresent() && mode() == Mode.COMPATIBLE && !flag(ConfigKey.PARTIAL)) {
            warnOfOneAlone(zone.isPresent());
            return Optional.empty();
        }
        return Optional.of(new TopologyRules(new TopologyCategories(zone, region), mode(), isRequired()));
    }

    private Mode mode() {
        String text = labels.text(ConfigKey.MODE).orElseGet(ConfigKey.MODE::defaultText);
        return Values.choice(Mode.class, text).orElse(Mode.COMPATIBLE);
    }

    private boolean isRequired() {
        if (mode() == Mode.NEAREST) {
            return flag(ConfigKey.REQUIRED);
        }
        if (labels.text(ConfigKey.REQUIRED).flatMap(Values::flag).equals(Optional.of(false))) {
            problems.warning(
                    labels.placeOf(ConfigKey.REQUIRED),
                    "found false, but in mode compatible a Node always waits for its tags; set %s to nearest, or remove it"
                            .formatted(labels.pathOf(ConfigKey.MODE)));
        }
        return true;
    }

    private void warnOfOneAlone(boolean isZone) {
        problems.warning(
                labels.placeOf(isZone ? ConfigKey.ZONE : ConfigKey.REGION),
                "found %s without %s, expected both or none: zones and regions stay off; add the other, or set %s to true"
                        .formatted(
                                isZone ? "zone" : "region",
                                isZone ? "region" : "zone",
                                labels.pathOf(ConfigKey.PARTIAL)));
    }

    private PlaceLabels places() {
        var keys = new EnumMap<Kind, String>(Kind.class);
        var taken = new HashMap<String, ConfigKey>();
        for (Kind kind : Kind.values()) {
            labels.text(key(kind)).ifPresent(label -> {
                keys.put(kind, label);
                ConfigKey first = taken.putIfAbsent(label, key(kind));
                if (first != null) {
                    problems.error(
                            labels.placeOf(key(kind)),
                            "found the label of %s again, expected another: a label has one value; correct one of the two"
                                    .formatted(labels.pathOf(first)));
                }
            });
        }
        return new PlaceLabels(keys);
    }

    private boolean flag(ConfigKey key) {
        return labels.text(key).flatMap(Values::flag).orElse(false);
    }

    private void warnOfNoEffect(ConfigKey key) {
        if (labels.has(key)) {
            problems.warning(labels.placeOf(key), "has no effect without zone and region; add them, or remove it");
        }
    }
}
