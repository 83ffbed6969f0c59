package dev.vspherecloud.csi.reconcile.metadata;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The volumes that PersistentVolumes have and that vCenters do not. A volume is lost only if every vCenter in use says
/// that it does not have it.
///
/// Any vCenter may have the disk of such a volume. The one whose answer comes last tries to register it; if that fails,
/// each other one gets its turn.
///
/// Threads: any; each method holds the lock for a moment. The listener is called outside of the lock.
final class LostVolumes {
    /// After this many full passes, a disk that vCenter did not have is registered again.
    private static final int PASSES_UNTIL_RETRY = 12;

    private final Consumer<String> listener;
    private final Map<String, Search> byId = new HashMap<>();
    private Set<String> vcenters = Set.of();
    private final Set<String> reported = new HashSet<>();

    /// Says if a vCenter registers a disk.
    enum Turn {
        NOW,

        /// Another vCenter is trying.
        LATER,

        /// The vCenter has no such disk, or the volume is not lost any more.
        NEVER
    }

    private static final class Search {
        /// How many full passes in a row found no volume, by the name of the vCenter.
        private final Map<String, Integer> passes = new HashMap<>();

        /// The vCenters that have tried to register the disk.
        private final Set<String> triedBy = new HashSet<>();

        /// The vCenters that have no such disk.
        private final Set<String> refusedBy = new HashSet<>();

        private String registeringAt = "";
    }

    /// Creates the object.
    ///
    /// @param listener gets the id of each volume that a vCenter did not register, while another one has not tried
    LostVolumes(Consumer<String> listener) {
        this.listener = listener;
    }

    /// Sets the names of the vCenters in use.
    synchronized void setVcenters(Set<String> names) {
        vcenters = Set.copyOf(names);
        byId.values().forEach(search -> {
            search.passes.keySet().retainAll(names);
            search.triedBy.retainAll(names);
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
            search.triedBy.remove(vcenter);
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

    /// Returns whether this vCenter registers the disk now. After [Turn#NOW], call [#onFound] or [#onNotRegistered].
    synchronized Turn beginRegistration(String id, String vcenter) {
        Search search = byId.get(id);
        if (search == null || search.refusedBy.contains(vcenter)) {
            return Turn.NEVER;
        }
        if (!search.registeringAt.isEmpty()) {
            return Turn.LATER;
        }
        search.registeringAt = vcenter;
        return Turn.NOW;
    }

    /// Called when a registration has ended without success. The other vCenters compared the volume before, and would
    /// do so again only in the next full pass, so the listener is called; once for each vCenter.
    ///
    /// @param isRefused true if the vCenter certainly has no such disk
    void onNotRegistered(String id, String vcenter, boolean isRefused) {
        if (endRegistration(id, vcenter, isRefused)) {
            listener.accept(id);
        }
    }

    /// @return true if another vCenter has not tried yet
    private synchronized boolean endRegistration(String id, String vcenter, boolean isRefused) {
        Search search = byId.get(id);
        if (search == null) {
            return false;
        }
        search.registeringAt = "";
        if (isRefused) {
            search.refusedBy.add(vcenter);
        }
        return search.triedBy.add(vcenter) && !search.triedBy.containsAll(vcenters);
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
