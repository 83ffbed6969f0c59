package dev.vspherecloud.csi.sync;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Remembers which vCenter has which volume, so that only that one is asked.
///
/// Threads: any.
final class VolumeLocations {
    private final Map<String, String> vcenters = new ConcurrentHashMap<>();

    void onFound(String id, String vcenter) {
        vcenters.put(id, vcenter);
    }

    /// Called when a vCenter said that it does not have the volume.
    void onAbsent(String id, String vcenter) {
        vcenters.remove(id, vcenter);
    }

    /// Returns true if the vCenter may have the volume.
    boolean mayBeAt(String id, String vcenter) {
        return vcenters.getOrDefault(id, vcenter).equals(vcenter);
    }

    /// Forgets all volumes but these.
    void retain(Set<String> ids) {
        vcenters.keySet().retainAll(ids);
    }

    /// Forgets where volumes are, except at these vCenters.
    void retainVcenters(Set<String> names) {
        vcenters.values().retainAll(names);
    }
}
