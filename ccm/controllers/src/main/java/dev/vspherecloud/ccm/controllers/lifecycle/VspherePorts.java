package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.identity.Instances;

/// The ports through which the lifecycle controller reads and checks VMs in all vCenters.
///
/// @param instances the VMs that vCenters show
/// @param existenceChecker checks the VMs that vCenters do not show
public record VspherePorts(Instances instances, ExistenceChecker existenceChecker) {}
