package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The work of one long-lived thread. If the work fails unexpectedly, it is restarted after a pause that grows
/// with each failure.
///
/// The task ends when the work returns, or when the thread is interrupted.
///
/// Threads: [#run] has one caller. [#unhealthyReason] may be called from anywhere; it reads one volatile field.
public final class RestartingTask implements Runnable {
    /// The time after which restarted work counts as recovered: a later failure is again the first.
    static final Duration RECOVERED_AFTER = Duration.ofMinutes(1);

    /// The time of repeated failures after which the task counts as unhealthy, because a restart does not help.
    static final Duration UNHEALTHY_AFTER = Duration.ofMinutes(5);

    private final Supervisor supervisor;
    private final Backoff backoff;
    private final String thread;
    private final String name;
    private final Runnable work;
    private volatile @Nullable FailureSeries lastFailure;

    RestartingTask(Supervisor supervisor, Backoff backoff, String thread, String name, Runnable work) {
        this.supervisor = supervisor;
        this.backoff = backoff;
        this.thread = thread;
        this.name = name;
        this.work = work;
    }

    /// A series of failures in a row, after none of which the work recovered.
    ///
    /// @param since   the time of the first failure
    /// @param times   the number of failures
    /// @param resumed when the work was restarted; empty during a pause
    private record FailureSeries(long since, int times, Throwable last, Optional<Long> resumed) {
        boolean isOver(long now) {
            return resumed.filter(at -> now - at >= RECOVERED_AFTER.toNanos()).isPresent();
        }

        FailureSeries resumed(long now) {
            return new FailureSeries(since, times, last, Optional.of(now));
        }
    }

    @Override
    public void run() {
        lastFailure = null;
        try {
            while (true) {
                Optional<Throwable> failure = supervisor.failure(thread, name, work);
                if (failure.isEmpty() || Thread.currentThread().isInterrupted()) {
                    lastFailure = null;
                    return;
                }
                FailureSeries now = after(failure.get());
                lastFailure = now;
                supervisor.sleep(backoff.after(now.times(), 0));
                lastFailure = now.resumed(supervisor.now());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private FailureSeries after(Throwable failure) {
        long now = supervisor.now();
        FailureSeries before = lastFailure;
        return before == null || before.isOver(now)
                ? new FailureSeries(now, 1, failure, Optional.empty())
                : new FailureSeries(before.since(), before.times() + 1, failure, Optional.empty());
    }

    /// Returns a reason if a restart does not help; empty if it helps or if nothing failed.
    public Optional<String> unhealthyReason() {
        FailureSeries now = lastFailure;
        long time = supervisor.now();
        if (now == null || now.isOver(time) || time - now.since() < UNHEALTHY_AFTER.toNanos()) {
            return Optional.empty();
        }
        return Optional.of("the thread %s fails after each restart, %d times in %d s: %s"
                .formatted(
                        name,
                        now.times(),
                        Duration.ofNanos(time - now.since()).toSeconds(),
                        now.last().getClass().getSimpleName()));
    }
}
