/// Checks in one vCenter whether a VM exists that its snapshot does not show.
///
/// A snapshot cannot prove that a VM is gone, so vCenter is asked explicitly. [VcenterExistenceChecker] keeps
/// the requests and answers them on the watcher's thread. `ExistenceProbe` looks for the VM, and
/// `OwnerVcenterProbe` reads in the events what happened to the VM. [Responsiveness] tracks since when a
/// request is pending, and what counts as the answer meanwhile. The package handles one vCenter and one VM at a
/// time; it does not know the other vCenters, and does not decide whether a Node is deleted.
///
/// Begin with [VcenterExistenceChecker].
@NullMarked
package dev.vspherecloud.vsphere.inventory.absence;

import org.jspecify.annotations.NullMarked;
