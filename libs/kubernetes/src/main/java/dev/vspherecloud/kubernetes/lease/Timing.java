package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The clocks, the waits and the jitter of an elector.
///
/// @param nanoTime a monotonic clock, as [System#nanoTime]
/// @param clock    the wall clock
/// @param random   the source of the jitter, which spreads the attempts of several candidates
record Timing(LongSupplier nanoTime, InstantSource clock, Sleeper pause, RandomGenerator random) {
    static Timing system() {
        return new Timing(System::nanoTime, InstantSource.system(), Sleeper.system(), RandomGenerator.getDefault());
    }

    DualTimestamp now() {
        return new DualTimestamp(Duration.ofNanos(nanoTime.getAsLong()), clock.instant());
    }
}
