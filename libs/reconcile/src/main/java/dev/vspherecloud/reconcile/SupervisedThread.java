package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.Optional;

/// A virtual thread that restarts its work after a failure.
///
/// Threads: any.
public final class SupervisedThread {
    private final RestartingTask task;
    private final Thread thread;

    private SupervisedThread(RestartingTask task, Thread thread) {
        this.task = task;
        this.thread = thread;
    }

    static SupervisedThread start(String name, RestartingTask task) {
        return new SupervisedThread(task, Thread.ofVirtual().name(name).start(task));
    }

    /// Returns why the thread has ended, or why its work fails after each restart; empty while it works.
    public Optional<String> unhealthyReason() {
        return ended(thread).or(task::unhealthyReason);
    }

    /// Returns a text that names the thread if it has ended although it should go on; empty while it is alive.
    public static Optional<String> ended(Thread thread) {
        return thread.isAlive() ? Optional.empty() : Optional.of("the thread " + thread.getName() + " has ended");
    }

    /// Interrupts the thread, so that the work ends.
    public void interrupt() {
        thread.interrupt();
    }

    /// Waits until the thread has ended, but at most this long.
    ///
    /// @return true if the thread has ended
    public boolean join(Duration atMost) throws InterruptedException {
        return thread.join(atMost);
    }
}
