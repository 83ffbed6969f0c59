package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.identity.Instances;

/// What the node controller goes by.
///
/// @param instances the VMs of the Nodes
/// @param claims    who else uses which address
public record NodeSources(Nodes nodes, Instances instances, AddressesInUse claims) {}
