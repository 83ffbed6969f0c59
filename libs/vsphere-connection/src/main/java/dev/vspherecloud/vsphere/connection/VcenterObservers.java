package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.WatchObserver;

/// Creates the observers of a vCenter, by its configured name.
public interface VcenterObservers {
    /// Observers that do nothing.
    VcenterObservers NONE = new VcenterObservers() {
        @Override
        public VcenterObserver calls(String vcenter) {
            return VcenterObserver.NONE;
        }

        @Override
        public WatchObserver watch(String vcenter) {
            return WatchObserver.NONE;
        }
    };

    /// Returns the observer for the client of this vCenter. From now on the vCenter counts as configured.
    VcenterObserver calls(String vcenter);

    /// Returns the observer for the watcher of this vCenter. From now on the vCenter counts as configured.
    WatchObserver watch(String vcenter);
}
