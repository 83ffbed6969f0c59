package dev.vspherecloud.ccm.config;

import java.util.List;
import java.util.Set;

/// The complete, validated configuration from `vsphere.conf` and the environment. Defaults and inheritance are
/// filled in. Two configurations are equal if all their values are equal, CA files included.
///
/// @param vcenters in the order of the file, never empty, no server and port twice
/// @param labels which labels Nodes get from where their VMs are
/// @param foreignSections the sections for other readers of the same file, as they are written, such as
///   `loadBalancer`
public record CloudConfig(
        List<VcenterConfig> vcenters, LabelsConfig labels, NodesConfig nodes, Set<String> foreignSections) {
    public CloudConfig {
        vcenters = List.copyOf(vcenters);
        foreignSections = Set.copyOf(foreignSections);
    }

    /// Returns this configuration without the names of sections for other readers, which differ between dialects.
    CloudConfig withoutForeignSections() {
        return new CloudConfig(vcenters, labels, nodes, Set.of());
    }
}
