package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.reconcile.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The time of the executor, and how its threads wait. Tests pass in a time of their own.
///
/// There are two clocks. What this process waits for counts by the one that no correction changes; what it records,
/// and compares with the records of other processes, by the time of the day.
public interface OperationClock {
    /// Returns the time for deadlines and waits. Only times of this process can be compared with it.
    Instant now();

    /// Returns the time of the day, for records.
    Instant wallTime();

    /// Returns a signal that is not set.
    Signal signal();

    /// Returns how long one request to vCenter or the API server may take: what is left until a deadline, with the
    /// moment that a call has to record what it has started, but not longer than [CallTimes#LONGEST_CALL].
    default Duration budget(Instant deadline) {
        Duration left = Duration.between(now(), deadline.plus(CallTimes.RECORDING));
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(CallTimes.LONGEST_CALL) < 0 ? left : CallTimes.LONGEST_CALL;
    }

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

    /// Returns the clock of this process.
    static OperationClock system() {
        return of(new MonotonicClock(), InstantSource.system());
    }

    /// Returns a clock whose threads really wait, until the caller of their call has gone at most.
    ///
    /// @param time     the time for deadlines and waits; if it jumps, calls end too early or too late
    /// @param wallTime the time of the day
    static OperationClock of(InstantSource time, InstantSource wallTime) {
        return new OperationClock() {
            @Override
            public Instant now() {
                return time.instant();
            }

            @Override
            public Instant wallTime() {
                return wallTime.instant();
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
