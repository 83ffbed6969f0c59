package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterClient;

/// How to reach one vCenter and log in to it.
///
/// @param credentials read before each login
/// @param rateLimiter        the same for all vCenters, since accounts are shared
public record VcenterAccess(VcenterClient client, CredentialSource credentials, LoginRateLimiter rateLimiter) {}
