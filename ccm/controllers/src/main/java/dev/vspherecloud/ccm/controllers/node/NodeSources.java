package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.Instances;

/// The sources that the node controller reads.
///
/// @param instances the VMs of the Nodes
/// @param addressesInUse other users of each address
public record NodeSources(Nodes nodes, Instances instances, AddressesInUse addressesInUse) {}
