/// What one vCenter says about VMs that are not to be seen, and what counts as its answer while it gives none.
///
/// A snapshot cannot prove that a VM is gone, so vCenter is asked on purpose: [VcenterExistenceChecker] keeps
/// the questions and answers them on the watcher's thread, `ExistenceProbe` looks for the VM, and
/// `OwnerVcenterProbe` reads in the history what became of it. [Responsiveness] knows since when an answer is
/// owed. The package knows one vCenter and one VM at a time; it does not know the other vCenters, and does not
/// decide whether a Node is deleted.
///
/// Begin with [VcenterExistenceChecker].
@NullMarked
package dev.vspherecloud.vsphere.inventory.absence;

import org.jspecify.annotations.NullMarked;
