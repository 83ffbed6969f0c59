package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.function.Supplier;

/// Sweeps the records of operations at regular times, until its thread is interrupted.
///
/// Threads: one.
public final class RegularSweep implements Runnable {
    /// After this time, the sidecars have repeated the calls that the last active controller did not finish.
    private static final Duration FIRST = Duration.ofMinutes(1);

    private final RecordSweep sweep;
    private final Supplier<Duration> interval;
    private final Sleeper sleeper;

    /// Creates the job.
    ///
    /// @param interval returns the configured time between two sweeps, for which records are also kept
    public RegularSweep(RecordSweep sweep, Supplier<Duration> interval, Sleeper sleeper) {
        this.sweep = sweep;
        this.interval = interval;
        this.sleeper = sleeper;
    }

    @Override
    public void run() {
        try {
            Duration rest = FIRST;
            while (true) {
                sleeper.sleep(rest);
                rest = interval.get();
                sweep.run(SweepLimits.standard().withRetention(rest));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
