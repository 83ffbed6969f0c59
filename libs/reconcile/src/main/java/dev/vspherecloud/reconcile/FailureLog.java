package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// Logs unexpected failures. The first failure of a kind is logged with its stack trace. Further ones of the
/// same kind are logged without it, less and less often.
///
/// Threads: any; the monitor guards the records of logged failures.
final class FailureLog {
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final int MAX_DOUBLINGS = 6;

    /// The largest number of remembered kinds, which bounds the memory if every failure differs.
    private static final int MAX_FINGERPRINTS = 200;

    private final Logger log;
    private final LongSupplier nanoTime;
    private final Map<String, Logged> logged = new HashMap<>();

    FailureLog(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /// The record of one kind of failure.
    ///
    /// @param times how often the failure happened
    /// @param lines how many lines were logged about it
    /// @param last  when the last line was logged, in nanoseconds of a monotonic clock
    private record Logged(int times, int lines, long last) {
        boolean isDue(long now) {
            Duration silence = FIRST_PAUSE.multipliedBy(1L << Math.min(lines - 1, MAX_DOUBLINGS));
            return now - last >= silence.toNanos();
        }
    }

    /// Logs a failure, unless one of the same kind was logged a short time ago.
    ///
    /// @param name the name of the thread, or of the work
    void failed(String name, Throwable failure) {
        String key = name + " " + fingerprint(failure);
        long now = nanoTime.getAsLong();
        @Nullable Logged before;
        synchronized (this) {
            before = logged.get(key);
            if (before == null && logged.size() >= MAX_FINGERPRINTS) {
                logged.clear();
            }
            logged.put(key, after(before, now));
        }
        if (before == null) {
            log.atError()
                    .addKeyValue("thread", name)
                    .setCause(failure)
                    .log("Unexpected failure, work continues; please report this bug");
        } else if (before.isDue(now)) {
            log.atError()
                    .addKeyValue("thread", name)
                    .addKeyValue("times", before.times() + 1)
                    .addKeyValue("cause", failure)
                    .log("The same unexpected failure again, work continues");
        }
    }

    private static Logged after(@Nullable Logged before, long now) {
        if (before == null) {
            return new Logged(1, 1, now);
        }
        return before.isDue(now)
                ? new Logged(before.times() + 1, before.lines() + 1, now)
                : new Logged(before.times() + 1, before.lines(), before.last());
    }

    /// Returns a text that identifies a kind of failure: the exception types and where they were thrown.
    /// Messages may differ each time.
    private static String fingerprint(Throwable failure) {
        var print = new StringBuilder();
        Throwable each = failure;
        for (int depth = 0; each != null && depth < 3; depth++) {
            StackTraceElement[] stack = each.getStackTrace();
            print.append(each.getClass().getName())
                    .append('@')
                    .append(stack.length == 0 ? "" : stack[0])
                    .append(' ');
            each = each.getCause();
        }
        return print.toString();
    }
}
