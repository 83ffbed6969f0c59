/// Decides which VM is a Node's.
///
/// [NodeIdentity] is what a Node says about its machine, [VcenterAnswer] what one vCenter answers, and
/// [VmLookup] the result over all vCenters. The package knows UUIDs, names, copies and records on Nodes. It
/// does not know how to search a VM, or what follows from a result. It is pure: no I/O, no thread, no clock.
///
/// Begin with [IdentityPolicy].
@NullMarked
package dev.vspherecloud.domain.identity;

import org.jspecify.annotations.NullMarked;
