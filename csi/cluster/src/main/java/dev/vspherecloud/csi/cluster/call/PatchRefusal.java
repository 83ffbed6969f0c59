package dev.vspherecloud.csi.cluster.call;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/// Remembers that the API server does not allow `patch` for one kind of object, so that not every change begins
/// with a refusal. It forgets that after some minutes, because the role may have changed.
///
/// Threads: may be used from anywhere.
public final class PatchRefusal {
    private static final long AGE = Duration.ofMinutes(5).toNanos();

    private final LongSupplier nanoTime;
    private final AtomicReference<Optional<Long>> refused = new AtomicReference<>(Optional.empty());

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    public PatchRefusal(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    boolean isKnown() {
        return refused.get().filter(at -> nanoTime.getAsLong() - at < AGE).isPresent();
    }

    void remember() {
        refused.set(Optional.of(nanoTime.getAsLong()));
    }

    void forget() {
        refused.set(Optional.empty());
    }
}
