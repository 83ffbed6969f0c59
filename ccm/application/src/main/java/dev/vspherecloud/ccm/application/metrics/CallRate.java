package dev.vspherecloud.ccm.application.metrics;

import java.time.Duration;
import java.util.Optional;

/// Counts the calls to one vCenter in each minute, and remembers the last full minute.
///
/// Times are nanoseconds of one monotonic clock. Threads: any; the monitor of this object guards the counts.
final class CallRate {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private long begin;
    private long current;
    private Optional<Long> last = Optional.empty();

    CallRate(long begin) {
        this.begin = begin;
    }

    synchronized void count(long now) {
        advance(now);
        current++;
    }

    /// Returns the number of calls in the last full minute; empty in the first minute.
    synchronized Optional<Long> lastMinute(long now) {
        advance(now);
        return last;
    }

    private void advance(long now) {
        long minutes = (now - begin) / MINUTE;
        if (minutes > 0) {
            last = Optional.of(minutes == 1 ? current : 0L);
            current = 0;
            begin += minutes * MINUTE;
        }
    }
}
