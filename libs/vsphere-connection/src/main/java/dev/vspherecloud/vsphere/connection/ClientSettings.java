package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;

/// The settings that the clients of all vCenters of one program share.
///
/// @param userAgent the name of the program, as in `vsphere-cloud-controller-manager/0.1.0`; vCenter lists it with
///     the session
/// @param types the types of objects that the sessions read
public record ClientSettings(String userAgent, SessionTypes types) {}
