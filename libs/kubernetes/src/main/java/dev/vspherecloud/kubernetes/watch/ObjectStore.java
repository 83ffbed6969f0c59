package dev.vspherecloud.kubernetes.watch;

import dev.vspherecloud.kubernetes.ResourceVersion;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps the newest known state of every object of a kind, from the watch and from this process's own writes.
///
/// The watch decides which objects exist. The response to a write may be newer than the watch. Then it is kept
/// until the watch has caught up, so that no controller acts twice on the state before the write. A complete
/// list that began after the response to the write includes that write. If the list shows an older state, etcd
/// was restored from a backup, and the list is right.
///
/// The listener gets the key of each object that appeared, vanished, or looks different. A subclass for a kind
/// defines how its objects are read, identified and compared.
///
/// Threads: the watch and any number of writers change the store, each object atomically; readers never block.
/// The thread that brought the change calls the listener, which must return at once.
///
/// @param <K> the key that identifies an object
/// @param <T> the fields of an object that are read
public abstract class ObjectStore<K, T> implements Store<K, T> {
    /// The state of one object.
    ///
    /// @param isAhead true if the state came from a write, and the watch has not shown it yet
    /// @param listCount how many lists had begun when the state came
    private record Entry<T>(T object, boolean isAhead, long listCount) {}

    private enum Source {
        WATCH,
        LIST,
        WRITE
    }

    private final Map<K, Entry<T>> entries = new ConcurrentHashMap<>();
    private final Set<K> notNotified = ConcurrentHashMap.newKeySet();
    private final Consumer<K> listener;

    /// The number of complete lists that have begun. Only the watch's thread changes it.
    private final AtomicLong listCount = new AtomicLong();

    protected ObjectStore(Consumer<K> listener) {
        this.listener = listener;
    }

    /// Returns the uid of an object. It differs if an object of the same key was deleted and created again.
    protected abstract String uid(T object);

    protected abstract String resourceVersion(T object);

    /// Returns true if a later state differs only in its version and other fields that do not matter. Then the
    /// listener is not called.
    protected abstract boolean isEquivalent(T known, T later);

    /// Returns the object to keep when the later state of an object is equivalent to the known one. To save
    /// memory, a subclass may return an object that shares parts with the known state.
    protected T merge(T known, T later) {
        return later;
    }

    /// Returns the newest known state of an object; empty if there is no object with this key.
    public final Optional<T> find(K key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::object);
    }

    /// Returns the keys of all objects that are known at the moment.
    public final Set<K> keys() {
        return Set.copyOf(entries.keySet());
    }

    @Override
    public final void onUpdated(T object) {
        put(object, Source.WATCH);
    }

    /// Called when a list begins. The list includes every write whose response came before.
    @Override
    public final void onListStarted() {
        listCount.incrementAndGet();
    }

    @Override
    public final void onListed(T object) {
        put(object, Source.LIST);
    }

    /// Stores the state in the response to a write. If the object was deleted or created again meanwhile, the
    /// state is ignored.
    public final void written(T object) {
        put(object, Source.WRITE);
    }

    @Override
    public final void onDeleted(K key) {
        if (entries.remove(key) != null || notNotified.contains(key)) {
            notifyListener(key);
        }
    }

    /// Calls the listener with the key of a changed object. If the listener fails, it is called again with the
    /// next list.
    private void notifyListener(K key) {
        notNotified.add(key);
        listener.accept(key);
        notNotified.remove(key);
    }

    @Override
    public final void retain(Set<K> listed) {
        Set<K> known = new HashSet<>(entries.keySet());
        known.addAll(notNotified);
        for (K key : known) {
            if (!listed.contains(key)) {
                onDeleted(key);
            }
        }
    }

    private void put(T object, Source source) {
        K key = key(object);
        long begun = listCount.get();
        while (true) {
            Entry<T> before = entries.get(key);
            if (!replaces(before, object, source, begun)) {
                return;
            }
            boolean changed = before == null || !isEquivalent(before.object, object);
            var after = new Entry<>(
                    before == null || changed ? object : merge(before.object, object), source == Source.WRITE, begun);
            if (before == null ? entries.putIfAbsent(key, after) == null : entries.replace(key, before, after)) {
                if (changed || notNotified.contains(key)) {
                    notifyListener(key);
                }
                return;
            }
        }
    }

    private boolean replaces(@Nullable Entry<T> before, T object, Source source, long begun) {
        return switch (source) {
            case WATCH -> replacesAsSeen(before, object);
            case LIST -> replacesAsSeen(before, object) || before == null || before.listCount < begun;
            case WRITE -> replacesAsWritten(before, object);
        };
    }

    private boolean replacesAsSeen(@Nullable Entry<T> before, T object) {
        return before == null
                || !before.isAhead
                || !uid(before.object).equals(uid(object))
                || !ResourceVersion.isNewer(resourceVersion(before.object), resourceVersion(object));
    }

    private boolean replacesAsWritten(@Nullable Entry<T> before, T object) {
        return before != null
                && uid(before.object).equals(uid(object))
                && ResourceVersion.isNewer(resourceVersion(object), resourceVersion(before.object));
    }
}
