package dev.vspherecloud.vsphere.inventory.login;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// Runs work and waits in a way that an interrupt does not end. The interrupt status of the caller is kept.
public final class Uninterrupted {
    private Uninterrupted() {}

    /// Runs work on a thread of its own, which is never interrupted, and waits for its end.
    ///
    /// @param thread the name of that thread
    /// @param work   the work, which must end by itself; its exception is thrown here
    static <T> T callUninterrupted(String thread, Supplier<T> work) {
        var task = new FutureTask<T>(work::get);
        joinUninterrupted(Thread.ofVirtual().name(thread).start(task));
        if (task.state() == Future.State.SUCCESS) {
            return task.resultNow();
        }
        throw switch (task.exceptionNow()) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            case Throwable checked -> new IllegalStateException("a Supplier threw a checked exception", checked);
        };
    }

    /// Waits until a thread has ended.
    public static void joinUninterrupted(Thread thread) {
        boolean isInterrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
