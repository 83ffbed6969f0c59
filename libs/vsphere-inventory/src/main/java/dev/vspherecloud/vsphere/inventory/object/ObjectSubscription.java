package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// The subscription of one listener, from [ObjectWatch#subscribe] until [#close].
///
/// Threads: any; no method blocks. The watcher's thread soon applies additions and removals of objects.
public final class ObjectSubscription implements AutoCloseable {
    private final ObjectInterest interest;
    private final Consumer<ObjectChange> listener;
    private final Consumer<ObjectSubscription> onClosed;
    private final Runnable onObjectsChanged;
    private final AtomicLong additions = new AtomicLong();

    /// The objects to follow, each with the number of its addition. An object that was removed and added again has
    /// another number.
    private final Map<MoRef, Long> objects = new ConcurrentHashMap<>();

    private volatile boolean isClosed;

    /// Creates a subscription.
    ///
    /// @param listener receives the changes; does not throw
    /// @param onClosed      called when the subscription is closed
    /// @param onObjectsChanged     called when objects were added or removed
    ObjectSubscription(
            ObjectInterest interest,
            Consumer<ObjectChange> listener,
            Consumer<ObjectSubscription> onClosed,
            Runnable onObjectsChanged) {
        this.interest = interest;
        this.listener = listener;
        this.onClosed = onClosed;
        this.onObjectsChanged = onObjectsChanged;
    }

    /// Follows these objects, too. A caller that follows tasks has to remove each task once it is over.
    ///
    /// @throws IllegalStateException if all objects are followed anyway
    public void add(Collection<MoRef> more) {
        if (interest.isAll()) {
            throw new IllegalStateException("all objects of type %s are followed, none can be added; use ObjectInterest"
                            .formatted(interest.type())
                    + ".inSome to follow some");
        }
        var isChanged = false;
        for (MoRef object : more) {
            isChanged |= objects.putIfAbsent(object, additions.incrementAndGet()) == null;
        }
        if (isChanged) {
            onObjectsChanged.run();
        }
    }

    /// Stops following these objects. The listener gets no more changes of them, except one that is being
    /// delivered. If one of them is added again, its state is delivered again.
    public void remove(Collection<MoRef> some) {
        if (objects.keySet().removeAll(Set.copyOf(some))) {
            onObjectsChanged.run();
        }
    }

    /// Ends the subscription. The listener gets no more changes, except one that is being delivered.
    @Override
    public void close() {
        isClosed = true;
        onClosed.accept(this);
    }

    ObjectInterest interest() {
        return interest;
    }

    /// Returns the objects that were added and not removed, each with the number of its addition.
    Map<MoRef, Long> objects() {
        return Map.copyOf(objects);
    }

    int size() {
        return objects.size();
    }

    boolean isWatching(MoRef object) {
        return interest.isAll() || objects.containsKey(object);
    }

    /// Removes an object that does not exist, so that later calls do not look for it, and notifies the
    /// listener.
    void removeMissing(MoRef object) {
        if (objects.remove(object) != null) {
            deliver(new ObjectChange.Gone(object));
        }
    }

    void deliver(ObjectChange change) {
        if (!isClosed) {
            listener.accept(change);
        }
    }
}
