package dev.vspherecloud.csi.vcenter.inventory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is computed from other state, and kept until that has changed.
///
/// A thread that knows of a change never gets an older value, if each change is reported after it was made.
///
/// Threads: any. Several threads may compute the value at the same time.
final class ComputedValue<T> {
    private final Supplier<T> compute;
    private final AtomicLong changes = new AtomicLong();
    private volatile @Nullable Computed<T> last;

    private record Computed<T>(long changes, T value) {}

    /// Creates a value that is not computed yet.
    ///
    /// @param compute reads the state
    ComputedValue(Supplier<T> compute) {
        this.compute = compute;
    }

    /// Called after each change of the state.
    void onChanged() {
        changes.incrementAndGet();
    }

    T get() {
        // The count is read before the state: after a change meanwhile, the next caller computes again.
        long now = changes.get();
        Computed<T> known = last;
        if (known != null && known.changes() == now) {
            return known.value();
        }
        T value = compute.get();
        last = new Computed<>(now, value);
        return value;
    }
}
