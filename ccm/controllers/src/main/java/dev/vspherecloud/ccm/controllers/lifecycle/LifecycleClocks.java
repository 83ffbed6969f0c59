package dev.vspherecloud.ccm.controllers.lifecycle;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The clocks of the lifecycle controller.
///
/// @param nanoTime a monotonic clock, as [System#nanoTime]; that of the witnesses
/// @param wall     the time of day: losses are counted by it, since they outlive the process
public record LifecycleClocks(LongSupplier nanoTime, InstantSource wall) {
    long now() {
        return nanoTime.getAsLong();
    }
}
