package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterClient;

/// How one vCenter is reached and logged in to.
///
/// @param credentials asked before each login
/// @param gate        the same for all vCenters: accounts are shared
public record VcenterAccess(VcenterClient client, CredentialSource credentials, LoginRateLimiter gate) {}
