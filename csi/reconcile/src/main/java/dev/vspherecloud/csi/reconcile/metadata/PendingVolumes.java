package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.reconcile.Backoff;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The volumes whose metadata is to be compared with CNS, each with the time when that is due. A volume that fails is
/// tried again after growing waits, [#MAX_TRIES] times; after that, the next full pass finds it.
///
/// Threads: any thread adds volumes; one takes them.
final class PendingVolumes {
    private static final int MAX_TRIES = 6;
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(1));

    private record Entry(long dueNanos, int tries) {}

    private final LongSupplier nanoTime;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Semaphore changes = new Semaphore(0);

    PendingVolumes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// Adds a volume that has changed. A volume that is due earlier stays so.
    void add(String id, Duration wait) {
        synchronized (this) {
            long due = nanoTime.getAsLong() + wait.toNanos();
            Entry known = entries.get(id);
            entries.put(id, new Entry(known == null ? due : earlier(known.dueNanos, due), 0));
        }
        changes.release();
    }

    /// Adds a volume again that was taken and could not be updated.
    ///
    /// @return false if it was tried too often
    synchronized boolean retry(String id, int tries) {
        if (tries >= MAX_TRIES) {
            return false;
        }
        long due = nanoTime.getAsLong() + BACKOFF.after(tries, 0).toNanos();
        entries.merge(id, new Entry(due, tries), (known, _) -> known);
        return true;
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    /// Takes volumes that are due, the longest due first.
    ///
    /// @return how often each was tried before, by its id
    synchronized Map<String, Integer> take(int max) {
        long now = nanoTime.getAsLong();
        Set<String> due = entries.entrySet().stream()
                .filter(entry -> entry.getValue().dueNanos - now <= 0)
                .sorted(Comparator.comparingLong(entry -> entry.getValue().dueNanos - now))
                .limit(max)
                .map(Map.Entry::getKey)
                .collect(LinkedHashSet::new, Set::add, Set::addAll);
        var taken = new HashMap<String, Integer>();
        due.forEach(id -> Optional.ofNullable(entries.remove(id)).ifPresent(entry -> taken.put(id, entry.tries)));
        return taken;
    }

    /// Returns the number of volumes that wait.
    synchronized int size() {
        return entries.size();
    }

    /// Returns how long until a volume is due, at most this long.
    private synchronized Duration untilDue(Duration atMost) {
        long now = nanoTime.getAsLong();
        return entries.values().stream()
                .map(entry -> Duration.ofNanos(Math.max(0, entry.dueNanos - now)))
                .min(Comparator.naturalOrder())
                .filter(wait -> wait.compareTo(atMost) < 0)
                .orElse(atMost);
    }

    /// Waits until something is added, until [#wake] is called, or this long.
    void awaitChange(Duration atMost) throws InterruptedException {
        boolean _ = changes.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        int _ = changes.drainPermits();
    }

    /// Waits until a volume is due, until [#wake] is called, or this long.
    void await(Duration atMost) throws InterruptedException {
        Duration wait = untilDue(atMost);
        if (wait.isPositive()) {
            boolean _ = changes.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
        }
        int _ = changes.drainPermits();
    }

    void wake() {
        changes.release();
    }
}
