package dev.vspherecloud.csi.config;

import java.util.List;

/// The tag categories that describe where Nodes and datastores are, with the label key of each.
///
/// @param categories at most five, no category and no label key twice; empty if volumes have no topology
public record TopologyLabels(List<CategoryLabel> categories) {
    /// The configuration without topology.
    public static final TopologyLabels NONE = new TopologyLabels(List.of());

    public TopologyLabels {
        categories = List.copyOf(categories);
    }

    /// One tag category.
    ///
    /// @param category the name of the category in vCenter
    /// @param labelKey the key of the Node's label, and of the topology segment of a volume
    public record CategoryLabel(String category, String labelKey) {}

    /// Returns true if volumes have a topology, so that the driver announces the capability
    /// `VOLUME_ACCESSIBILITY_CONSTRAINTS`.
    public boolean isEnabled() {
        return !categories.isEmpty();
    }
}
