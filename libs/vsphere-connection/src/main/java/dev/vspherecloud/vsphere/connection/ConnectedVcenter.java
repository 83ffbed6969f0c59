package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.inventory.VcenterWatcher;

/// A vCenter in use.
///
/// @param watcher follows objects of this vCenter. While the connection settings stay the same, so does this object
/// @param session the session of the watcher, for calls of other threads; stays as long as the watcher
public record ConnectedVcenter(VcenterTarget target, VcenterWatcher watcher, CurrentSession session) {}
