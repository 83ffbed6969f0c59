package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;

/// The settings that apply to the Nodes of all vCenters.
///
/// @param networks the settings that tell internal from external addresses
/// @param familyPolicy says whether a Node without an address of each configured family may be initialised
/// @param matchByName true if a new Node may get the VM with its name, if no VM has its system UUID
/// @param deletion the rules for deleting Nodes whose VM disappeared
public record NodesConfig(
        NodeNetworks networks, FamilyPolicy familyPolicy, boolean matchByName, DeletionConfig deletion) {
    /// The settings that apply if the configuration has none.
    public static final NodesConfig DEFAULTS =
            new NodesConfig(NodeNetworks.ANY, FamilyPolicy.REQUIRE, false, DeletionConfig.DEFAULTS);
}
