package dev.vspherecloud.ccm.controllers.lifecycle;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The clocks of the lifecycle controller.
///
/// @param nanoTime a monotonic clock such as [System#nanoTime], the same one that the existence checker uses
/// @param wall the time of day. Deletions are recorded with it, since the records outlive the process
public record LifecycleClocks(LongSupplier nanoTime, InstantSource wall) {
    long now() {
        return nanoTime.getAsLong();
    }
}
