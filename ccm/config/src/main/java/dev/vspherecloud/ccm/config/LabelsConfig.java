package dev.vspherecloud.ccm.config;

import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.Optional;

/// The labels that Nodes get from where their VMs are.
///
/// @param topology how zone and region are found; empty if they are off
/// @param ancestorLabels labels that name host, cluster and so on; all keys differ
/// @param relabel whether labels of initialised Nodes follow their VMs
public record LabelsConfig(Optional<TopologyRules> topology, AncestorLabels ancestorLabels, boolean relabel) {
    /// No zones and no labels for places; a Node keeps the labels that it has.
    public static final LabelsConfig NONE = new LabelsConfig(Optional.empty(), AncestorLabels.NONE, false);
}
