package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs long-lived threads: it logs and counts a failure that their work throws, and restarts the work.
///
/// Expected failures are handled where they occur. What gets here is a bug, of this program or of a library, and
/// must not end a thread that nothing else restarts.
///
/// Threads: any.
public final class Supervisor {
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final LongSupplier nanoTime;
    private final Sleeper sleeper;
    private final SupervisorObserver observer;
    private final FailureLog log;

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param log      gets the lines about failures
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

    /// Returns work that is restarted after a failure: at first after a second, later after a minute.
    ///
    /// @param thread the kind of thread, for metrics
    /// @param name   of the thread, for logs
    /// @param work   starts from scratch each time, and returns when it is done or interrupted
    public RestartingTask task(String thread, String name, Runnable work) {
        return new RestartingTask(this, BACKOFF, thread, name, work);
    }

    /// The same with another longest pause, if a minute is too long.
    ///
    /// @param longestPause before a restart, at least 100 milliseconds
    public RestartingTask task(String thread, String name, Duration longestPause, Runnable work) {
        Duration first = BACKOFF.first().compareTo(longestPause) < 0 ? BACKOFF.first() : longestPause;
        return new RestartingTask(this, new Backoff(first, longestPause), thread, name, work);
    }

    /// Starts a thread of this name that does the same work.
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
            // If the report itself fails, only the caller is left to know, whose work matters more.
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
