package dev.vspherecloud.http;

import java.time.Duration;

/// The time, the number of bytes and the part of the heap that one piece of work may still use. All exchanges of
/// this work share the budget. When it is closed, it gives the heap back.
///
/// Threads: one, except for the heap, which the threads of the HTTP client charge, too. Time is measured with the
/// monotonic clock: a change of the wall clock must not extend a deadline.
public final class RequestBudget implements AutoCloseable {
    /// The step in which heap is reserved, so that not every small object takes the lock of all servers.
    private static final long STEP = 16 << 10;

    private final long endNanos;
    private final HeapShare heap;
    private long bytesLeft;
    private long charged;
    private long reserved;
    private boolean isClosed;

    RequestBudget(Duration time, long bytes, HeapShare heap) {
        this.endNanos = System.nanoTime() + time.toNanos();
        this.bytesLeft = bytes;
        this.heap = heap;
    }

    /// Returns the time that is left in the budget, but at most the given time.
    Duration timeLeft(Duration atMost) {
        var left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
        return left.compareTo(atMost) < 0 ? left : atMost;
    }

    void spend(int bytes) throws ResponseTooLargeException {
        bytesLeft -= bytes;
        if (bytesLeft < 0) {
            throw new ResponseTooLargeException();
        }
    }

    /// Charges the budget for heap, before the objects are created.
    ///
    /// @throws ResponseTooLargeException if there is not enough heap left, or if the work has ended
    synchronized void charge(long bytes) throws ResponseTooLargeException {
        if (isClosed) {
            throw new ResponseTooLargeException();
        }
        if (charged + bytes > reserved) {
            long missing = (charged + bytes - reserved + STEP - 1) / STEP * STEP;
            heap.reserve(missing, reserved);
            reserved += missing;
        }
        charged += bytes;
    }

    /// Gives heap back, because the objects are not needed any more.
    synchronized void refund(long bytes) {
        charged -= bytes;
        long unused = (reserved - charged) / STEP * STEP;
        heap.release(unused);
        reserved -= unused;
    }

    /// Gives back the heap of everything that was read so far. For callers that keep nothing of it.
    public synchronized void refundAll() {
        refund(charged);
    }

    @Override
    public synchronized void close() {
        refundAll();
        isClosed = true;
    }
}
