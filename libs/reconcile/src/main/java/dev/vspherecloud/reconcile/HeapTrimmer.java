package dev.vspherecloud.reconcile;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Optional;

/// Keeps the heap small during a burst of work, and returns its memory to the operating system afterwards.
///
/// The serial collector collects the old generation only when it is full. After a start, or after many Nodes
/// joined, half of it is garbage. That garbage would stay for hours, since a quiet cluster allocates hardly
/// anything. A full collection frees it, and the JVM's settings make the heap smaller afterwards
/// (`docs/decisions/0007-jvm-settings.md`). A burst of minutes would fill the heap to its limit, which is there for
/// the largest clusters. So the old generation is collected during a burst too, as soon as a third of it may be
/// garbage.
///
/// If the JVM uses another collector, as in some tests, this class does nothing.
///
/// Threads: [#run] has one caller.
public final class HeapTrimmer implements Runnable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final String OLD_GENERATION = "Tenured Gen";
    private static final long MEGABYTE = 1 << 20;

    private final Sleeper sleeper;

    /// The usage of the old generation of the heap.
    ///
    /// @param used bytes in use, garbage included
    /// @param survived bytes in use after the last full collection; 0 before the first collection
    record OldGeneration(long used, long survived) {
        /// Returns true if a full collection is worth its pause (29 ms with 100 Nodes). After a burst, when
        /// hardly anything was added since the last call, an eighth of the content must be possible garbage.
        /// During a burst it must be a third, so that a growing heap is collected each time it has grown by
        /// half.
        boolean isWorthCollecting(OldGeneration before) {
            long garbage = used - survived;
            boolean calm = used - before.used < MEGABYTE / 10;
            return garbage > (calm ? Math.max(2 * MEGABYTE, survived / 8) : Math.max(8 * MEGABYTE, survived / 2));
        }
    }

    public HeapTrimmer(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    @Override
    public void run() {
        Optional<MemoryPoolMXBean> pool = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(candidate -> candidate.getName().equals(OLD_GENERATION))
                .findAny();
        try {
            if (pool.isPresent()) {
                trim(pool.get());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void trim(MemoryPoolMXBean pool) throws InterruptedException {
        OldGeneration before = read(pool);
        while (true) {
            sleeper.sleep(PERIOD);
            OldGeneration now = read(pool);
            if (now.isWorthCollecting(before)) {
                System.gc();
            }
            before = now;
        }
    }

    private static OldGeneration read(MemoryPoolMXBean pool) {
        return new OldGeneration(
                pool.getUsage().getUsed(), pool.getCollectionUsage().getUsed());
    }
}
