package dev.vspherecloud.reconcile;

import org.jspecify.annotations.Nullable;

/// Ends the waits of work whose caller has gone.
///
/// Only a wait that the work marks with [#await] is interrupted. What the work has begun elsewhere goes on, and an
/// interrupted request would be lost.
///
/// Threads: any thread may cancel. One thread does the work.
public final class Cancellation {
    private static final ScopedValue<Cancellation> CURRENT = ScopedValue.newInstance();

    private boolean isCancelled;
    private @Nullable Thread waiting;

    /// A wait that may be interrupted.
    @FunctionalInterface
    public interface Wait<T> {
        T await() throws InterruptedException;
    }

    /// Does work that this object can cancel.
    public void during(Runnable work) {
        ScopedValue.where(CURRENT, this).run(work);
    }

    /// Waits for something. A wait of cancelled work ends at once.
    ///
    /// @throws InterruptedException if the work of this thread is cancelled, or the thread is interrupted
    public static <T> T await(Wait<T> wait) throws InterruptedException {
        return CURRENT.isBound() ? CURRENT.get().interruptibly(wait) : wait.await();
    }

    private <T> T interruptibly(Wait<T> wait) throws InterruptedException {
        begin();
        boolean hasEnded = false;
        try {
            T result = wait.await();
            hasEnded = true;
            return result;
        } finally {
            end(hasEnded);
        }
    }

    private synchronized void begin() throws InterruptedException {
        if (isCancelled) {
            throw new InterruptedException("the caller has gone");
        }
        waiting = Thread.currentThread();
    }

    /// A wait that was over when it was interrupted has its result, which the work may still record.
    private synchronized void end(boolean hasResult) {
        waiting = null;
        if (isCancelled && hasResult) {
            boolean _ = Thread.interrupted();
        }
    }

    /// Cancels the work. Further calls do nothing.
    public synchronized void cancel() {
        if (!isCancelled && waiting != null) {
            waiting.interrupt();
        }
        isCancelled = true;
    }

    public synchronized boolean isCancelled() {
        return isCancelled;
    }
}
