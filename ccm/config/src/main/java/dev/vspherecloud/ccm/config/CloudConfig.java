package dev.vspherecloud.ccm.config;

import java.util.List;
import java.util.Set;

/// The complete, validated configuration from `vsphere.conf` and the environment, with defaults and inherited
/// values filled in. Two configurations are equal if all their values are equal, the contents of CA files included.
///
/// @param vcenters the vCenters in the order of the file; never empty, no server and port twice
/// @param labels the labels that Nodes get from the tags and inventory objects of their VMs
/// @param foreignSections the names of the sections for other programs, as they are written, for example
///     `loadBalancer`
public record CloudConfig(
        List<VcenterConfig> vcenters, LabelsConfig labels, NodesConfig nodes, Set<String> foreignSections) {
    public CloudConfig {
        vcenters = List.copyOf(vcenters);
        foreignSections = Set.copyOf(foreignSections);
    }

    /// Returns this configuration without the names of sections for other programs, which differ between YAML and
    /// INI.
    CloudConfig withoutForeignSections() {
        return new CloudConfig(vcenters, labels, nodes, Set.of());
    }
}
