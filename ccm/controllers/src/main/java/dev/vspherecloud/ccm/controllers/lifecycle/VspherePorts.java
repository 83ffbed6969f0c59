package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.identity.Instances;

/// The ports through which the lifecycle controller finds and checks VMs in all vCenters.
///
/// @param instances finds the VMs of Nodes
/// @param existenceChecker checks the VMs that no vCenter shows
public record VspherePorts(Instances instances, ExistenceChecker existenceChecker) {}
