package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// One interest of one listener, from [ObjectWatch#subscribe] until [#close].
///
/// Threads: any, and never blocks. What is added or removed takes effect soon, on the watcher's thread.
public final class ObjectSubscription implements AutoCloseable {
    private final ObjectInterest interest;
    private final Consumer<ObjectChange> listener;
    private final Consumer<ObjectSubscription> end;
    private final Runnable news;
    private final Set<MoRef> objects = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /// @param listener does not throw
    /// @param end      told once this is closed
    /// @param news     told that other objects are wanted
    ObjectSubscription(
            ObjectInterest interest, Consumer<ObjectChange> listener, Consumer<ObjectSubscription> end, Runnable news) {
        this.interest = interest;
        this.listener = listener;
        this.end = end;
        this.news = news;
    }

    /// Follows these objects too. Whoever follows tasks removes each once it is over.
    ///
    /// @throws IllegalStateException where all objects are followed anyway
    public void add(Collection<MoRef> more) {
        if (interest.isAll()) {
            throw new IllegalStateException("all objects of type %s are followed, none can be added; use ObjectInterest"
                            .formatted(interest.type())
                    + ".inSome to follow some");
        }
        if (objects.addAll(more)) {
            news.run();
        }
    }

    /// Follows these objects no more. Of them nothing is told from now on, but what is being told just now.
    public void remove(Collection<MoRef> some) {
        if (objects.removeAll(Set.copyOf(some))) {
            news.run();
        }
    }

    /// Ends it. Nothing is told from now on, but what is being told just now.
    @Override
    public void close() {
        isClosed = true;
        end.accept(this);
    }

    ObjectInterest interest() {
        return interest;
    }

    /// The objects that are named.
    Set<MoRef> objects() {
        return Set.copyOf(objects);
    }

    boolean follows(MoRef object) {
        return interest.isAll() || objects.contains(object);
    }

    /// Where there is no such object: forgets it, so that it is not looked for with each call, and tells.
    void dropped(MoRef object) {
        if (objects.remove(object)) {
            tell(new ObjectChange.Gone(object));
        }
    }

    void tell(ObjectChange change) {
        if (!isClosed) {
            listener.accept(change);
        }
    }
}
