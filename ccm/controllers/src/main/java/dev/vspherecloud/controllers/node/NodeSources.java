package dev.vspherecloud.controllers.node;

import dev.vspherecloud.domain.address.AddressClaims;
import dev.vspherecloud.domain.node.Instances;
import dev.vspherecloud.domain.node.Nodes;

/// What the node controller goes by.
///
/// @param instances the VMs of the Nodes
/// @param claims    who else uses which address
public record NodeSources(Nodes nodes, Instances instances, AddressClaims claims) {}
