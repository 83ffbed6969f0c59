package dev.vspherecloud.csi.application.storage;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The volumes of the snapshots that exist, by the names of their requests. CNS cannot be asked for the name of a
/// snapshot without its volume.
///
/// Threads: any; the monitor guards the state.
final class SnapshotNames {
    private final Map<String, String> volumes = new HashMap<>();
    private boolean isComplete;

    /// Returns true if all snapshots that exist are known.
    synchronized boolean isComplete() {
        return isComplete;
    }

    /// Adds the snapshots that existed before this process began.
    ///
    /// @param names the ids of volumes by the names of requests
    synchronized void complete(Map<String, String> names) {
        names.forEach(volumes::putIfAbsent);
        isComplete = true;
    }

    /// Reserves a name.
    ///
    /// @return another volume that has a snapshot of this name; empty if the name is reserved
    synchronized Optional<String> reserve(String name, String volume) {
        return Optional.ofNullable(volumes.putIfAbsent(name, volume)).filter(other -> !other.equals(volume));
    }

    /// Forgets a name, if it is that of a snapshot of this volume.
    synchronized void forget(String name, String volume) {
        boolean _ = volumes.remove(name, volume);
    }
}
