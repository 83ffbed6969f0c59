package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;

/// The settings for the Nodes of all vCenters.
///
/// @param networks which of a Node's addresses are internal and external
/// @param familyPolicy what happens to a Node without an address of one of its vCenter's families
/// @param matchByName whether a new Node whose system UUID no VM has gets the VM with its name
/// @param deletion when Nodes of VMs that disappeared are deleted
public record NodesConfig(
        NodeNetworks networks, FamilyPolicy familyPolicy, boolean matchByName, DeletionConfig deletion) {
    /// The defaults.
    public static final NodesConfig DEFAULTS =
            new NodesConfig(NodeNetworks.ANY, FamilyPolicy.REQUIRE, false, DeletionConfig.DEFAULTS);
}
