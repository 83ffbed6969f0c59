package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.operations.OperationClock.Signal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// Limits how many calls may have a task in vCenter at the same time. Calls that wait get a slot in the order of
/// their arrival.
///
/// Threads: any. The monitor guards the state, and is not held while a call waits.
public final class TaskSlots {
    private final OperationClock clock;
    private final Deque<Signal> waiting = new ArrayDeque<>();
    private int free;

    /// Creates free slots.
    public TaskSlots(int slots, OperationClock clock) {
        this.free = slots;
        this.clock = clock;
    }

    /// Takes a slot if one is free.
    public synchronized boolean tryAcquire() {
        if (free == 0) {
            return false;
        }
        free--;
        return true;
    }

    /// Takes a slot, or waits for one.
    ///
    /// @return false if none became free in time
    public boolean acquire(Instant deadline) throws InterruptedException {
        Signal turn = clock.signal();
        synchronized (this) {
            if (tryAcquire()) {
                return true;
            }
            waiting.add(turn);
        }
        boolean isMine = false;
        try {
            isMine = turn.await(deadline);
            return isMine;
        } finally {
            if (!isMine) {
                withdraw(turn);
            }
        }
    }

    /// Gives up waiting. A slot that was assigned at the last moment goes to the next call.
    private synchronized void withdraw(Signal turn) {
        if (!waiting.remove(turn)) {
            release();
        }
    }

    /// Gives a slot back, to the call that has waited longest.
    public synchronized void release() {
        Signal next = waiting.poll();
        if (next == null) {
            free++;
        } else {
            next.set();
        }
    }
}
