/// The datastores, hosts and datastore clusters of one vCenter, and the privileges of the account on datastores.
///
/// They are followed in the long poll of the watcher, so that a create asks vCenter for nothing that changes rarely.
/// Free space, which changes all the time, is read when it is needed, for all callers together. Begin with
/// [VcenterStorage]. [DiskCatalogue] asks vCenter whether a disk exists.
@NullMarked
package dev.vspherecloud.csi.vcenter.inventory.storage;

import org.jspecify.annotations.NullMarked;
