package dev.vspherecloud.vsphere.connection;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Keeps one session for many threads. If there is none, one thread requests the next one, and all wait for it.
///
/// Threads: any. A lock guards the state; it is never held during a call that may block.
///
/// @param <S> the type of the session
final class SessionSlot<S> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable S current;
    private boolean isRequested;
    private boolean isClosed;

    /// Returns the session. If there is none, waits for one.
    ///
    /// @param request requests a session, which [#put] delivers; does not block. It is called only if no earlier
    ///     request is open, so that many threads that wait cause one request
    /// @return empty if the time is over, and at once if the slot is closed
    Optional<S> await(Duration atMost, Runnable request) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = atMost.toNanos();
            while (current == null && !isClosed) {
                if (!isRequested) {
                    isRequested = true;
                    request.run();
                }
                if (remaining <= 0) {
                    break;
                }
                remaining = changed.awaitNanos(remaining);
            }
            return isClosed ? Optional.empty() : Optional.ofNullable(current);
        } finally {
            lock.unlock();
        }
    }

    /// Delivers the requested session.
    void put(S session) {
        lock.lock();
        try {
            current = session;
            isRequested = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Removes the session, because there will be another one.
    void clear() {
        lock.lock();
        try {
            current = null;
        } finally {
            lock.unlock();
        }
    }

    /// Removes a session that is lost. If it was removed before, nothing happens: other threads lost it, too.
    ///
    /// @param report reports the loss before the next session can be requested; does not block
    void remove(S lost, Runnable report) {
        lock.lock();
        try {
            if (lost.equals(current)) {
                report.run();
                current = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Ends all waits, and every later one.
    void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return isClosed;
        } finally {
            lock.unlock();
        }
    }
}
