package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;

/// A controller whose work runs in one thread until it is interrupted, and starts again after a failure.
///
/// Threads: as [Controller].
public final class ThreadController implements Controller {
    private final String kind;
    private final String name;
    private final Runnable work;
    private final Supervisor supervisor;
    private volatile Optional<SupervisedThread> thread = Optional.empty();

    /// Creates the controller; its thread is not started yet.
    ///
    /// @param kind the kind of the thread in metrics
    /// @param name the name of the controller and of its thread
    /// @param work ends when its thread is interrupted
    public ThreadController(String kind, String name, Runnable work, Supervisor supervisor) {
        this.kind = kind;
        this.name = name;
        this.work = work;
        this.supervisor = supervisor;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() {
        thread = Optional.of(supervisor.start(kind, name, work));
    }

    @Override
    public Optional<String> unhealthyReason() {
        return thread.flatMap(SupervisedThread::unhealthyReason);
    }

    @Override
    public void stop(Duration atMost) {
        thread.ifPresent(running -> {
            running.interrupt();
            try {
                boolean _ = running.join(atMost);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
