package dev.vspherecloud.csi.volumes;

import dev.vspherecloud.reconcile.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The time of the executor, and how its threads wait. Tests pass in a time of their own.
public interface OperationClock {
    Instant now();

    /// Returns a signal that is not set.
    Signal signal();

    /// Ends the wait of one thread.
    interface Signal {
        /// Ends the wait, also one that begins later. Does not block.
        void set();

        /// Waits for the signal.
        ///
        /// @param until when the wait ends without the signal
        /// @return true if the signal was set
        boolean await(Instant until) throws InterruptedException;
    }

    /// Returns a clock whose threads really wait, until the caller of their call has gone at most.
    ///
    /// @param time the time; if it jumps, calls end too early or too late
    static OperationClock of(InstantSource time) {
        return new OperationClock() {
            @Override
            public Instant now() {
                return time.instant();
            }

            @Override
            public Signal signal() {
                var latch = new CountDownLatch(1);
                return new Signal() {
                    @Override
                    public void set() {
                        latch.countDown();
                    }

                    @Override
                    public boolean await(Instant until) throws InterruptedException {
                        Duration left = Duration.between(time.instant(), until);
                        return Cancellation.await(() -> latch.await(Math.max(0, left.toNanos()), TimeUnit.NANOSECONDS));
                    }
                };
            }
        };
    }
}
