package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.TopologyLabels;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/// The part of the configuration on which the placement of volumes depends.
///
/// @param labelKeys    the label keys of the tag categories; empty if volumes have no topology
/// @param privilegeAge how long the privileges of the account are remembered
public record PlacementSettings(Set<String> labelKeys, Duration privilegeAge) {
    public PlacementSettings {
        labelKeys = Set.copyOf(labelKeys);
    }

    /// Returns the settings of a configuration.
    public static PlacementSettings of(CsiConfig config) {
        return new PlacementSettings(
                config.topology().categories().stream()
                        .map(TopologyLabels.CategoryLabel::labelKey)
                        .collect(Collectors.toSet()),
                config.intervals().authCheck());
    }

    boolean hasTopology() {
        return !labelKeys.isEmpty();
    }
}
