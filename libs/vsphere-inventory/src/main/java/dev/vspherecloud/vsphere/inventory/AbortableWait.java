package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.inventory.login.Uninterrupted;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs a call that waits, so that another thread can end the call without an interrupt of the caller. An interrupt
/// of the caller means that the watcher ends, and must not be mistaken for the end of one wait.
///
/// Threads: one thread runs calls; each call runs on a thread of its own, which ends with the call. Any thread may
/// call [#abort].
final class AbortableWait {
    private final String threadName;
    private volatile @Nullable Thread running;

    AbortableWait(String threadName) {
        this.threadName = threadName;
    }

    /// Runs a call and waits for its end. An interrupt ends the call, and the interrupt status is set again.
    ///
    /// @param call ends soon after an interrupt; its exception is thrown here
    <T> T run(Supplier<T> call) {
        if (Thread.currentThread().isInterrupted()) {
            return call.get();
        }
        var task = new FutureTask<T>(() -> {
            // Set here, so that an abort after the beginning of the call always ends it.
            running = Thread.currentThread();
            return call.get();
        });
        Thread thread = Thread.ofVirtual().name(threadName).start(task);
        try {
            thread.join();
        } catch (InterruptedException _) {
            thread.interrupt();
            Uninterrupted.joinUninterrupted(thread);
            Thread.currentThread().interrupt();
        } finally {
            running = null;
        }
        if (task.state() == Future.State.SUCCESS) {
            return task.resultNow();
        }
        throw switch (task.exceptionNow()) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            case Throwable checked -> new IllegalStateException("a Supplier threw a checked exception", checked);
        };
    }

    /// Ends the call in progress, if there is one. Has no effect on a call that has not begun.
    void abort() {
        Thread thread = running;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
