/// When this program logs in to a vCenter, and the two sessions that come of it, for SOAP and for REST.
///
/// [LoginRateLimiter] is the only way to a login: of one user, vCenters see at most two refusals in any fifteen
/// minutes, whichever process sends them. What was refused is recorded in a [LoginStore] before the password is
/// sent. The package does not know what a session is used for, where passwords come from, or where the record
/// is kept.
///
/// Begin with [LoginPolicy], which decides, then [LoginRateLimiter]; [SoapSessionHolder] and
/// [RestSessionHolder] hold the sessions.
@NullMarked
package dev.vspherecloud.vsphere.inventory.login;

import org.jspecify.annotations.NullMarked;
