package dev.vspherecloud.kubernetes.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicLong;

/// Events that wait until a thread has found their objects. If the queue is full, the oldest one is dropped.
///
/// Threads: Events are added from anywhere; one thread takes them.
///
/// @param <T> an Event without its object
public final class EventQueue<T> {
    private final BlockingDeque<T> waiting;
    private final AtomicLong dropped = new AtomicLong();

    /// @param capacity how many Events wait at most
    public EventQueue(int capacity) {
        this.waiting = new LinkedBlockingDeque<>(capacity);
    }

    /// Adds an Event. Never blocks.
    public void add(T event) {
        while (!waiting.offerLast(event)) {
            if (waiting.pollFirst() != null) {
                drop(1);
            }
        }
    }

    /// Takes all Events, and waits for the first one if there is none.
    public List<T> awaitAll() throws InterruptedException {
        T first = waiting.takeFirst();
        List<T> all = takeAll();
        all.addFirst(first);
        return all;
    }

    /// Takes the Events that wait now. The caller may change the list.
    public List<T> takeAll() {
        var all = new ArrayList<T>();
        waiting.drainTo(all);
        return all;
    }

    /// Counts Events that are not sent, because their objects do not exist.
    public void drop(int events) {
        dropped.addAndGet(events);
    }

    /// Returns how many Events were dropped.
    public long dropped() {
        return dropped.get();
    }
}
