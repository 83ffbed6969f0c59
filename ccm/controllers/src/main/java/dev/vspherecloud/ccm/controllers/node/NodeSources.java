package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.Instances;

/// The sources that the node controller reads.
///
/// @param instances finds the VMs of Nodes
/// @param addressesInUse tells which Services use an address
public record NodeSources(Nodes nodes, Instances instances, AddressesInUse addressesInUse) {}
