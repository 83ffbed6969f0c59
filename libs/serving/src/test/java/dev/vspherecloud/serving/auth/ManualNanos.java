package dev.vspherecloud.serving.auth;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A monotonic clock that a test advances; it starts close to its overflow, as a real one may.
///
/// Threads: any.
final class ManualNanos implements LongSupplier {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);

    void pass(Duration length) {
        now.addAndGet(length.toNanos());
    }

    @Override
    public long getAsLong() {
        return now.get();
    }
}
