package dev.vspherecloud.serving;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A monotonic clock that only a test moves, so that no client exceeds a limit because the machine is busy.
///
/// Threads: any.
final class SetTime implements LongSupplier {
    private final AtomicLong now = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();

    @Override
    public long getAsLong() {
        reads.incrementAndGet();
        return now.get();
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /// Waits until an idle server has compared this time with its deadlines. It reads the clock once for each
    /// comparison, and the first one may have begun before.
    void awaitComparison() {
        long before = reads.get();
        await().until(() -> reads.get() >= before + 2);
    }
}
