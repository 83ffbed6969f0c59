/// Follows objects of a vCenter other than the VMs of Nodes: tasks, datastores, hosts.
///
/// [dev.vspherecloud.vsphere.inventory.VcenterWatcher#subscribe] takes an [ObjectInterest] and delivers every
/// [ObjectChange] to a listener. Each interest is one more view and one more filter in the collector that
/// watches VMs, so one long poll in one session delivers everything. Without a subscription vCenter gets no
/// additional calls. The package does not know what the objects mean, and keeps their values only to leave out
/// updates that change nothing.
///
/// Threads: a listener is called on the watcher's thread and must not block; its exceptions are logged and
/// counted.
///
/// Begin with [ObjectChange], then [ObjectWatch].
@NullMarked
package dev.vspherecloud.vsphere.inventory.object;

import org.jspecify.annotations.NullMarked;
