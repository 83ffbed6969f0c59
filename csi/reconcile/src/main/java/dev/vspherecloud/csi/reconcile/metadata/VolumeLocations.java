package dev.vspherecloud.csi.reconcile.metadata;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Remembers which vCenter has which volume, so that only that one is asked.
///
/// Threads: any.
final class VolumeLocations {
    private final Map<String, String> vcenters = new ConcurrentHashMap<>();
    private volatile boolean hasSeveral;

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

    /// Returns true if the vCenter has the volume.
    boolean isAt(String id, String vcenter) {
        return vcenter.equals(vcenters.get(id));
    }

    /// Forgets all volumes but these.
    void retain(Set<String> ids) {
        vcenters.keySet().retainAll(ids);
    }

    /// Sets the names of the vCenters in use, and forgets which volumes others have.
    void setVcenters(Set<String> names) {
        hasSeveral = names.size() > 1;
        vcenters.values().retainAll(names);
    }

    /// Returns true if there are several vCenters, so that a volume needs a record of which one has it.
    boolean hasSeveral() {
        return hasSeveral;
    }
}
