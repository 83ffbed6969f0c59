package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterClient;

/// The client, the credentials and the rate limiter for logins to one vCenter.
///
/// @param credentials the source of the credentials, read before each login
/// @param rateLimiter        the same object for all vCenters, since accounts are shared
public record VcenterAccess(VcenterClient client, CredentialSource credentials, LoginRateLimiter rateLimiter) {}
