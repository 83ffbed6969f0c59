/// The volumes of one vCenter: how CNS is asked, how its tasks and faults are read, and which proofs a deletion needs.
/// Begin with [VcenterVolumes].
///
/// The package implements the ports of `csi.operations` and `csi.reconcile`. It decides nothing about volumes.
@NullMarked
package dev.vspherecloud.csi.vcenter;

import org.jspecify.annotations.NullMarked;
