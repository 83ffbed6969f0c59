/// The vCenters of the configuration: their connections, their watchers, and the sources of their credentials.
/// Each program uses it unchanged, and passes a [VcenterTarget] for each vCenter.
///
/// [Vcenters] keeps the connections that a changed configuration does not touch. [CredentialWatchers] watches
/// Secrets and directories; [LeaseLoginStore] keeps the record of refused logins in a Lease. [CurrentSession] lets
/// other threads make calls in the session of a watcher. The package does not know controllers: it calls one listener
/// for Nodes whose VM has changed.
///
/// Threads: one for each vCenter, named `vcenter-...`, started by [Vcenters]; one for each Secret or directory,
/// named `credentials in ...`, started by [CredentialWatchers].
///
/// Begin with [Vcenters].
@NullMarked
package dev.vspherecloud.vsphere.connection;

import org.jspecify.annotations.NullMarked;
