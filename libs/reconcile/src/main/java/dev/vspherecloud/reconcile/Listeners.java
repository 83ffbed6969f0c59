package dev.vspherecloud.reconcile;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Passes what it is told on to everybody who asked for it, in the order in which they asked.
///
/// It breaks the circle of a store that tells a queue whose workers read the store: the store is made with a
/// `Listeners`, and the queue is added when it is made.
///
/// Threads: any. A listener is called by the thread that brings the news, and returns at once.
public final class Listeners<T> implements Consumer<T> {
    private final List<Consumer<T>> listeners = new CopyOnWriteArrayList<>();

    /// From now on this one is told, too.
    public void add(Consumer<T> listener) {
        listeners.add(listener);
    }

    @Override
    public void accept(T news) {
        listeners.forEach(listener -> listener.accept(news));
    }
}
