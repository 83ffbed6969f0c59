package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.TopologyLabels;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/// The part of the configuration on which the placement and the list of volumes depend.
///
/// @param labelKeys    the label keys of the tag categories; empty if volumes have no topology
/// @param privilegeAge how long the privileges of the account are remembered
/// @param queryLimit   the number of volumes in one page of a list
/// @param listVolumeThreshold the largest number of PersistentVolumes that a list may lack
public record PlacementSettings(Set<String> labelKeys, Duration privilegeAge, int queryLimit, int listVolumeThreshold) {
    public PlacementSettings {
        labelKeys = Set.copyOf(labelKeys);
    }

    /// Returns the settings of a configuration.
    public static PlacementSettings of(CsiConfig config) {
        return new PlacementSettings(
                config.topology().categories().stream()
                        .map(TopologyLabels.CategoryLabel::labelKey)
                        .collect(Collectors.toSet()),
                config.intervals().authCheck(),
                config.queryLimit(),
                config.listVolumeThreshold());
    }

    boolean hasTopology() {
        return !labelKeys.isEmpty();
    }
}
