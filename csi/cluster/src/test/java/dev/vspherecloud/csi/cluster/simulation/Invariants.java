package dev.vspherecloud.csi.cluster.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Collects what must not happen, and what did happen.
final class Invariants {
    private final Events events;
    private final List<String> wrong = new ArrayList<>();
    private final Set<String> seen = new TreeSet<>();
    private final Set<String> protectedIds = new HashSet<>();
    private final Set<String> sharedIds = new HashSet<>();

    Invariants(Events events) {
        this.events = events;
    }

    void require(boolean holds, Supplier<String> violation) {
        if (!holds) {
            String what = violation.get();
            events.trace(() -> "WRONG: %s".formatted(what));
            wrong.add(what);
        }
    }

    void saw(String what) {
        events.trace(() -> "(%s)".formatted(what));
        seen.add(what);
    }

    /// This volume must not be deleted any more.
    void protect(String id) {
        protectedIds.add(id);
    }

    /// This volume may be deleted.
    void release(String id) {
        protectedIds.remove(id);
    }

    /// Another cluster uses this volume.
    void share(String id) {
        sharedIds.add(id);
    }

    boolean isShared(String id) {
        return sharedIds.contains(id);
    }

    void onDeleted(PretendCns.Volume volume) {
        require(!sharedIds.contains(volume.id), () -> "volume %s (%s), which another cluster uses, was deleted"
                .formatted(volume.id, volume.name));
        require(!protectedIds.contains(volume.id), () -> "volume %s (%s) was deleted"
                .formatted(volume.id, volume.name));
    }

    void onSnapshotDeleted(String id) {
        require(!protectedIds.contains(id), () -> "snapshot %s was deleted".formatted(id));
    }

    List<String> wrong() {
        return wrong;
    }

    Set<String> seen() {
        return seen;
    }
}
