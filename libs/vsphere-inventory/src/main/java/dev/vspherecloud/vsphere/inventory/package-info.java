/// The VMs of the Nodes in every vCenter, with their current state.
///
/// One [VcenterWatcher] for each vCenter owns the sessions and is the only writer of that vCenter's snapshot;
/// readers get immutable values and never wait. The load on vCenter grows with the VMs of Nodes and their
/// changes, not with the other VMs, tags or events. If a vCenter does not answer, that proves nothing about a
/// VM. The package does not know the API server, and makes no decision about a Node.
///
/// Threads: the caller runs each watcher in a thread, which starts two more, to cancel its long poll and to
/// read tags.
///
/// Begin with [VsphereInstances] (reading) and [VcenterWatcher] (watching); then [VmSearch], and
/// [VsphereExistenceChecker] for missing VMs. `login` decides when to log in, `absence` checks missing VMs in
/// one vCenter, `tag` has the tags, and `object` the other objects that are followed. `DESIGN.md` in this
/// module gives the reasons.
@NullMarked
package dev.vspherecloud.vsphere.inventory;

import org.jspecify.annotations.NullMarked;
