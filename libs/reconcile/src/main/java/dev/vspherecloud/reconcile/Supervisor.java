package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Supervises long-lived threads: logs and counts an unexpected failure of their work, and restarts the work.
///
/// The work itself handles expected failures. An unexpected failure is a bug of this program or of a library,
/// and must not end a thread that nothing else restarts.
///
/// Threads: any.
public final class Supervisor {
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final LongSupplier nanoTime;
    private final Sleeper sleeper;
    private final SupervisorObserver observer;
    private final FailureLog log;

    /// Creates a supervisor.
    ///
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param log      the logger for failures
    public Supervisor(LongSupplier nanoTime, Sleeper sleeper, SupervisorObserver observer, Logger log) {
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
        this.observer = observer;
        this.log = new FailureLog(log, nanoTime);
    }

    /// Returns a supervisor that uses the clock of the machine.
    public static Supervisor system(SupervisorObserver observer) {
        return new Supervisor(System::nanoTime, Sleeper.system(), observer, LoggerFactory.getLogger(Supervisor.class));
    }

    /// Returns a task that restarts this work after a failure. The pause before a restart grows from a second
    /// to a minute.
    ///
    /// @param thread the kind of thread, for metrics
    /// @param name   the name of the thread, for logs
    /// @param work   starts from scratch each time, and returns when it is done or interrupted
    public RestartingTask task(String thread, String name, Runnable work) {
        return new RestartingTask(this, BACKOFF, thread, name, work);
    }

    /// Returns a task that restarts this work after a failure, with a longest pause other than a minute.
    ///
    /// @param longestPause the longest pause before a restart, at least 100 milliseconds
    public RestartingTask task(String thread, String name, Duration longestPause, Runnable work) {
        Duration first = BACKOFF.first().compareTo(longestPause) < 0 ? BACKOFF.first() : longestPause;
        return new RestartingTask(this, new Backoff(first, longestPause), thread, name, work);
    }

    /// Starts a thread with this name that runs the work and restarts it after a failure.
    public SupervisedThread start(String thread, String name, Runnable work) {
        return SupervisedThread.start(name, task(thread, name, work));
    }

    /// Runs the work once. A failure is reported and not thrown.
    ///
    /// @return true if the work did not fail
    public boolean attempt(String thread, String name, Runnable work) {
        return failure(thread, name, work).isEmpty();
    }

    /// Returns a consumer whose failures are reported and not thrown to its caller.
    public <T> Consumer<T> guarded(String thread, String name, Consumer<T> consumer) {
        return value -> {
            boolean _ = attempt(thread, name, () -> consumer.accept(value));
        };
    }

    /// Runs the work and catches everything that it throws. Returns the failure, after reporting it.
    Optional<Throwable> failure(String thread, String name, Runnable work) {
        try {
            work.run();
            return Optional.empty();
        } catch (RuntimeException | Error e) {
            report(thread, name, e);
            return Optional.of(e);
        }
    }

    /// Logs and counts a failure that was caught elsewhere. Throws nothing.
    public void report(String thread, String name, Throwable failure) {
        try {
            log.failed(name, failure);
            observer.onFailed(thread);
        } catch (RuntimeException e) {
            // If the report itself fails, the failure cannot be logged, and the work of the caller matters
            // more.
            failure.addSuppressed(e);
        }
    }

    long now() {
        return nanoTime.getAsLong();
    }

    void sleep(Duration length) throws InterruptedException {
        sleeper.sleep(length);
    }
}
