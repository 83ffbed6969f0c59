package dev.vspherecloud.ccm.config;

import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.Optional;

/// The settings for the labels that Nodes get from the tags of their VMs and of the inventory objects above these.
///
/// @param topology the rules for zone and region; empty if Nodes get none
/// @param ancestorLabels labels that name host, cluster and so on; all keys differ
/// @param relabel true if the labels of initialised Nodes follow their VMs
public record LabelsConfig(Optional<TopologyRules> topology, AncestorLabels ancestorLabels, boolean relabel) {
    /// The settings if nothing is configured: Nodes get no zone, no region and no labels for inventory objects, and
    /// keep the labels that they have.
    public static final LabelsConfig NONE = new LabelsConfig(Optional.empty(), AncestorLabels.NONE, false);
}
