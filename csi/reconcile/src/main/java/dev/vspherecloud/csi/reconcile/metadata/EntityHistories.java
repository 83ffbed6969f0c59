package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.domain.metadata.EntityHistory;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;

/// Remembers what was observed about entities that the cluster does not have. A volume without such entities takes no
/// memory.
///
/// Threads: any; each method holds the lock for a moment.
final class EntityHistories {
    /// The largest number of entities of one volume, in each of its sets. The Pods of a CronJob use one claim, each
    /// under a name of its own. If the oldest are forgotten, their entries in CNS are again those of objects that a
    /// list lacks.
    static final int MAX_ENTITIES = 256;

    private final Map<String, History> byVolume = new HashMap<>();

    private static final class History {
        private final SequencedSet<EntityKey> deleted = new LinkedHashSet<>();
        private final SequencedSet<EntityKey> removed = new LinkedHashSet<>();
        private final Map<EntityKey, Instant> staleSince = new HashMap<>();

        boolean isEmpty() {
            return deleted.isEmpty() && removed.isEmpty() && staleSince.isEmpty();
        }
    }

    /// Called when a watch showed that an object was deleted.
    synchronized void onDeleted(String volumeId, EntityKey key) {
        add(key, byVolume.computeIfAbsent(volumeId, _ -> new History()).deleted);
    }

    private static void add(EntityKey key, SequencedSet<EntityKey> newest) {
        newest.addLast(key);
        if (newest.size() > MAX_ENTITIES) {
            newest.removeFirst();
        }
    }

    /// Called when the cluster has an object. The history of an earlier one of this name does not count any more.
    synchronized void onExists(String volumeId, EntityKey key) {
        History history = byVolume.get(volumeId);
        if (history != null) {
            history.deleted.remove(key);
            history.removed.remove(key);
            history.staleSince.remove(key);
            forgetIfEmpty(volumeId, history);
        }
    }

    /// Called when CNS has removed an entity.
    synchronized void onRemoved(String volumeId, EntityKey key) {
        History history = byVolume.computeIfAbsent(volumeId, _ -> new History());
        add(key, history.removed);
        history.deleted.remove(key);
        history.staleSince.remove(key);
    }

    /// Called when these entities of a volume, and no others, were found out of date.
    synchronized void onStale(String volumeId, Set<EntityKey> keys, Instant now) {
        History history = byVolume.get(volumeId);
        if (history == null && keys.isEmpty()) {
            return;
        }
        History known = byVolume.computeIfAbsent(volumeId, _ -> new History());
        known.staleSince.keySet().retainAll(keys);
        keys.forEach(key -> known.staleSince.putIfAbsent(key, now));
        forgetIfEmpty(volumeId, known);
    }

    synchronized EntityHistory of(String volumeId) {
        History history = byVolume.get(volumeId);
        return history == null
                ? EntityHistory.NONE
                : new EntityHistory(history.deleted, history.staleSince, history.removed);
    }

    /// Forgets all volumes but these.
    synchronized void retain(Set<String> volumeIds) {
        byVolume.keySet().retainAll(volumeIds);
    }

    private void forgetIfEmpty(String volumeId, History history) {
        if (history.isEmpty()) {
            byVolume.remove(volumeId);
        }
    }
}
