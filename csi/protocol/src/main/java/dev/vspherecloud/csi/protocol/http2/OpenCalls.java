package dev.vspherecloud.csi.protocol.http2;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The calls that all connections of a server have open, with the threads that serve them and the heap that they
/// take.
///
/// Threads: any. The state has one lock.
final class OpenCalls {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private final Set<Thread> threads = new HashSet<>();
    private final int maxCalls;
    private final int maxHeap;
    private int calls;
    private int heap;

    OpenCalls(Http2Limits limits) {
        this.maxCalls = limits.calls();
        this.maxHeap = limits.heap();
    }

    /// Opens a call.
    ///
    /// @param wanted the heap that its header fields take, in bytes
    /// @return false if there are too many calls, or if there is not enough heap
    boolean open(int wanted) {
        lock.lock();
        try {
            if (calls == maxCalls || !reserve(wanted)) {
                return false;
            }
            calls++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Closes a call.
    ///
    /// @param reserved the bytes that [#open] and [#reserve] granted to it
    void close(int reserved) {
        lock.lock();
        try {
            calls--;
            heap -= reserved;
            if (calls == 0) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Reserves heap for a request or a response.
    ///
    /// @return false if there is not enough
    boolean reserve(int wanted) {
        lock.lock();
        try {
            if (wanted > maxHeap - heap) {
                return false;
            }
            heap += wanted;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void onStarted(Thread thread) {
        lock.lock();
        try {
            threads.add(thread);
        } finally {
            lock.unlock();
        }
    }

    void onEnded(Thread thread) {
        lock.lock();
        try {
            threads.remove(thread);
        } finally {
            lock.unlock();
        }
    }

    /// Interrupts the threads of all open calls.
    void interruptAll() {
        lock.lock();
        try {
            threads.forEach(Thread::interrupt);
        } finally {
            lock.unlock();
        }
    }

    /// Waits until no call is open.
    ///
    /// @return false if that took too long
    boolean awaitNone(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long nanos = limit.toNanos();
            while (calls > 0) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = none.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return calls;
        } finally {
            lock.unlock();
        }
    }

    /// Returns the heap that is reserved, in bytes.
    int heap() {
        lock.lock();
        try {
            return heap;
        } finally {
            lock.unlock();
        }
    }
}
