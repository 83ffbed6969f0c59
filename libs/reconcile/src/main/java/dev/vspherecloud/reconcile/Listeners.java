package dev.vspherecloud.reconcile;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Passes each value on to all registered listeners, in the order in which they were added.
///
/// This class resolves a circular dependency: a store notifies a queue whose workers read the store. The store
/// is created with a `Listeners`, and the queue is added once it exists.
///
/// Threads: any. A listener is called by the thread that passes the value, and must return at once.
public final class Listeners<T> implements Consumer<T> {
    private final List<Consumer<T>> listeners = new CopyOnWriteArrayList<>();

    /// Adds a listener for all further values.
    public void add(Consumer<T> listener) {
        listeners.add(listener);
    }

    @Override
    public void accept(T change) {
        listeners.forEach(listener -> listener.accept(change));
    }
}
