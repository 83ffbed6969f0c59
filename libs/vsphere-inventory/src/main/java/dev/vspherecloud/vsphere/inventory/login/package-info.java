/// Decides when to log in to a vCenter, and holds the two sessions that result, for SOAP and for REST.
///
/// Every login goes through [LoginRateLimiter]: for one user, vCenters see at most two refusals in any fifteen
/// minutes, whichever process sends the logins. Each attempt is recorded in a [LoginStore] before the password
/// is sent. The package does not know what a session is used for, where passwords come from, or where the
/// records are kept.
///
/// Begin with [LoginPolicy], which decides, then [LoginRateLimiter]; [SoapSessionHolder] and
/// [RestSessionHolder] hold the sessions.
@NullMarked
package dev.vspherecloud.vsphere.inventory.login;

import org.jspecify.annotations.NullMarked;
