package dev.vspherecloud.csi.sync;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The volumes that PersistentVolumes have and that vCenters do not. A volume is lost only if every vCenter in use says
/// that it does not have it.
///
/// Threads: any; each method holds the lock for a moment.
final class LostVolumes {
    /// After this many full passes, a disk that vCenter did not have is registered again.
    private static final int PASSES_UNTIL_RETRY = 12;

    private final Map<String, Search> byId = new HashMap<>();
    private Set<String> vcenters = Set.of();
    private final Set<String> reported = new HashSet<>();

    private static final class Search {
        /// How many full passes in a row found no volume, by the name of the vCenter.
        private final Map<String, Integer> passes = new HashMap<>();

        /// The vCenters that have no such disk.
        private final Set<String> refusedBy = new HashSet<>();

        private String registeringAt = "";
    }

    /// Sets the names of the vCenters in use.
    synchronized void setVcenters(Set<String> names) {
        vcenters = Set.copyOf(names);
        byId.values().forEach(search -> {
            search.passes.keySet().retainAll(names);
            search.refusedBy.retainAll(names);
        });
    }

    /// Called when a vCenter said that it has the volume, or when no PersistentVolume has it any more.
    synchronized void onFound(String id) {
        byId.remove(id);
        reported.remove(id);
    }

    /// Called when a vCenter said that it does not have the volume.
    ///
    /// @param isPass true in a full pass, which counts
    synchronized void onAbsent(String id, String vcenter, boolean isPass) {
        Search search = byId.computeIfAbsent(id, _ -> new Search());
        int passes = search.passes.merge(vcenter, isPass ? 1 : 0, Integer::sum);
        if (isPass && passes % PASSES_UNTIL_RETRY == 0) {
            search.refusedBy.remove(vcenter);
        }
    }

    /// Returns true if every vCenter said that it does not have the volume.
    synchronized boolean isAbsentEverywhere(String id) {
        Search search = byId.get(id);
        return search != null && search.passes.keySet().containsAll(vcenters) && !vcenters.isEmpty();
    }

    /// Returns the number of full passes in a row in which every vCenter had no such volume.
    synchronized int passes(String id) {
        Search search = byId.get(id);
        return search == null || !isAbsentEverywhere(id)
                ? 0
                : search.passes.values().stream()
                        .mapToInt(Integer::intValue)
                        .min()
                        .orElse(0);
    }

    /// Returns true if this vCenter may register the disk now: no other one does, and it has not refused before.
    synchronized boolean beginRegistration(String id, String vcenter) {
        Search search = byId.get(id);
        if (search == null || !search.registeringAt.isEmpty() || search.refusedBy.contains(vcenter)) {
            return false;
        }
        search.registeringAt = vcenter;
        return true;
    }

    /// Called when a registration has ended without success.
    ///
    /// @param isRefused true if the vCenter certainly has no such disk
    synchronized void onNotRegistered(String id, String vcenter, boolean isRefused) {
        Search search = byId.get(id);
        if (search != null) {
            search.registeringAt = "";
            if (isRefused) {
                search.refusedBy.add(vcenter);
            }
        }
    }

    /// Returns true if no vCenter has the disk.
    synchronized boolean isRefusedEverywhere(String id) {
        Search search = byId.get(id);
        return search != null && !vcenters.isEmpty() && search.refusedBy.containsAll(vcenters);
    }

    /// Marks a volume as reported.
    ///
    /// @return true if it was not reported before
    synchronized boolean report(String id) {
        return reported.add(id);
    }

    /// Returns the ids of the volumes that were reported and are still lost.
    synchronized Set<String> reported() {
        return new TreeSet<>(reported);
    }

    /// Forgets all volumes but these.
    ///
    /// @param ids all volumes that PersistentVolumes have
    synchronized void retain(Set<String> ids) {
        byId.keySet().retainAll(ids);
        reported.retainAll(ids);
    }
}
