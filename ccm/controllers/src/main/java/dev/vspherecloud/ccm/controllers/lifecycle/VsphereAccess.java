package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.domain.existence.Witnesses;
import dev.vspherecloud.domain.identity.Instances;

/// All vCenters as the lifecycle controller knows and asks them.
///
/// @param instances what they show
/// @param witnesses what they say of VMs that they do not show
public record VsphereAccess(Instances instances, Witnesses witnesses) {}
