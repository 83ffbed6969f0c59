package dev.vspherecloud.ccm.application.leader;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Passes what it is told on to everybody who asked for it, in the order in which they asked.
///
/// Threads: any. A listener is called by the thread that brings the news, and returns at once.
final class Listeners<T> implements Consumer<T> {
    private final List<Consumer<T>> listeners = new CopyOnWriteArrayList<>();

    void add(Consumer<T> listener) {
        listeners.add(listener);
    }

    @Override
    public void accept(T news) {
        listeners.forEach(listener -> listener.accept(news));
    }
}
