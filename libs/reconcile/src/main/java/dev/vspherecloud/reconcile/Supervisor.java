package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps long-lived threads at work: what escapes from their work is logged and counted, and the work goes on.
///
/// A failure that has a meaning is dealt with where it is expected. What gets here is a bug, of this program or of a
/// library, and must not end a thread that nobody starts again.
///
/// Threads: any.
public final class Supervisor {
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final LongSupplier nanoTime;
    private final Sleeper sleeper;
    private final SupervisorObserver observer;
    private final FailureLog log;

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param log      gets a line for each other failure
    public Supervisor(LongSupplier nanoTime, Sleeper sleeper, SupervisorObserver observer, Logger log) {
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
        this.observer = observer;
        this.log = new FailureLog(log, nanoTime);
    }

    /// One by the clock of the machine.
    public static Supervisor system(SupervisorObserver observer) {
        return new Supervisor(System::nanoTime, Sleeper.system(), observer, LoggerFactory.getLogger(Supervisor.class));
    }

    /// Work that starts anew when it fails, at first after a second, later after a minute.
    ///
    /// @param thread what kind of thread it is, for counts
    /// @param name   which one, for people
    /// @param work   starts from scratch each time, and returns when it is done or interrupted
    public RestartingTask task(String thread, String name, Runnable work) {
        return new RestartingTask(this, BACKOFF, thread, name, work);
    }

    /// The same where a minute is too long.
    ///
    /// @param longestPause before it starts anew, at least 100 milliseconds
    public RestartingTask task(String thread, String name, Duration longestPause, Runnable work) {
        Duration first = BACKOFF.first().compareTo(longestPause) < 0 ? BACKOFF.first() : longestPause;
        return new RestartingTask(this, new Backoff(first, longestPause), thread, name, work);
    }

    /// The same, at work in a thread of that name.
    public SupervisedThread start(String thread, String name, Runnable work) {
        return SupervisedThread.start(name, task(thread, name, work));
    }

    /// Does something once. Its failure is reported and goes no further.
    ///
    /// @return whether it worked
    public boolean attempt(String thread, String name, Runnable work) {
        return failure(thread, name, work).isEmpty();
    }

    /// A consumer whose failures do not reach whoever calls it.
    public <T> Consumer<T> guarded(String thread, String name, Consumer<T> consumer) {
        return value -> {
            boolean _ = attempt(thread, name, () -> consumer.accept(value));
        };
    }

    /// The one place where whatever a thread throws ends.
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
            observer.failed(thread);
        } catch (RuntimeException e) {
            // There is nobody left to tell but the caller, whose work matters more.
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
