package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.identity.Instances;

/// All vCenters as the lifecycle controller knows and asks them.
///
/// @param instances what they show
/// @param existenceChecker what they say of VMs that they do not show
public record VspherePorts(Instances instances, ExistenceChecker existenceChecker) {}
