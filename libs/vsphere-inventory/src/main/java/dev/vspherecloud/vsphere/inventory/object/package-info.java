/// Objects of a vCenter that somebody follows beside the VMs of Nodes: tasks, datastores, hosts.
///
/// [dev.vspherecloud.vsphere.inventory.VcenterWatcher#subscribe] takes an [ObjectInterest] and tells a listener every
/// [ObjectChange]. Each interest is one more view and one more filter in the collector that watches VMs, so one long
/// poll in one session delivers all. Without a subscription vCenter gets no call more. The package does not know what
/// the objects mean, and keeps their values only to leave out what is no change.
///
/// Threads: a listener is called on the watcher's thread and must not block; what it throws is logged and counted.
///
/// Begin with [ObjectChange], then [ObjectWatch].
@NullMarked
package dev.vspherecloud.vsphere.inventory.object;

import org.jspecify.annotations.NullMarked;
