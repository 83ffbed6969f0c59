package dev.vspherecloud.reconcile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// A queue of keys, each at most once; the key that is due first comes first.
///
/// If a key is added while a worker works on it, the key waits until that work is done. So no two workers have
/// the same key. If a key that waits is added for an earlier time, it becomes due earlier; it never becomes due
/// later.
///
/// Rule from: client-go, util/workqueue. Times are nanoseconds of one monotonic clock. Threads: none of its
/// own; [Loop] guards the queue with its lock.
final class KeyedQueue<K> {
    private record Entry<K>(K key, long due, long ticket) {}

    private final Map<K, Entry<K>> waiting = new HashMap<>();
    private final TreeSet<Entry<K>> order =
            new TreeSet<>(Comparator.<Entry<K>>comparingLong(Entry::due).thenComparingLong(Entry::ticket));
    private final Set<K> inProgress = new HashSet<>();
    private final Map<K, Long> requeued = new HashMap<>();
    private long nextTicket;

    /// Makes the key due at this time, or earlier if it was due earlier.
    ///
    /// @return true if this changed the queue
    boolean add(K key, long due) {
        if (inProgress.contains(key)) {
            Long before = requeued.get(key);
            requeued.merge(key, due, Math::min);
            return before == null || due < before;
        }
        Entry<K> known = waiting.get(key);
        if (known != null && known.due() <= due) {
            return false;
        }
        if (known != null) {
            order.remove(known);
        }
        var entry = new Entry<>(key, due, nextTicket++);
        waiting.put(key, entry);
        order.add(entry);
        return true;
    }

    /// Removes and returns the key that has been due longest; empty if no key is due.
    Optional<K> take(long now) {
        if (order.isEmpty() || order.first().due() > now) {
            return Optional.empty();
        }
        K key = order.removeFirst().key();
        waiting.remove(key);
        inProgress.add(key);
        return Optional.of(key);
    }

    /// Marks the work on a key as ended. If the key was added meanwhile, it waits in the queue again.
    void done(K key) {
        inProgress.remove(key);
        Long due = requeued.remove(key);
        if (due != null) {
            boolean _ = add(key, due);
        }
    }

    /// Returns the number of keys that are due.
    int dueCount(long now) {
        int count = 0;
        for (Entry<K> entry : order) {
            if (entry.due() > now) {
                break;
            }
            count++;
        }
        return count;
    }

    /// Returns the time when the next key is due; empty if no key waits.
    OptionalLong nextDue() {
        return order.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(order.first().due());
    }
}
