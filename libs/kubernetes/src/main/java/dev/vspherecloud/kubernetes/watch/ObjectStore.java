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

/// The newest known state of every object of a kind, from the watch and from our own writes.
///
/// The watch is the truth about which objects there are. The answer to a write of ours may be ahead of it: then it is
/// kept until the watch has caught up, so that nobody acts twice on what was seen before the write. A complete list
/// that began after the answer to the write shows that write. If it shows an older state, etcd was restored from a
/// backup, and the list is right.
///
/// The listener is told the key of each object that appeared, vanished, or looks different. A kind says in a subclass
/// how its objects are read, told apart and compared.
///
/// Threads: the watch and any number of writers change it, each object atomically; readers never block. The listener
/// is called by whoever brought the change, and must return at once.
///
/// @param <K> tells one object from the others
/// @param <T> what is read of an object
public abstract class ObjectStore<K, T> implements Store<K, T> {
    /// @param ahead whether the state came from a write, and the watch has not shown it yet
    /// @param lists how many lists had begun when it came
    private record Entry<T>(T object, boolean ahead, long lists) {}

    private enum Source {
        WATCH,
        LIST,
        WRITE
    }

    private final Map<K, Entry<T>> entries = new ConcurrentHashMap<>();
    private final Set<K> untold = ConcurrentHashMap.newKeySet();
    private final Consumer<K> listener;

    /// How many complete lists have begun. Only the watch's thread changes it.
    private final AtomicLong lists = new AtomicLong();

    protected ObjectStore(Consumer<K> listener) {
        this.listener = listener;
    }

    /// Differs when an object of the same key was deleted and made anew.
    protected abstract String uid(T object);

    protected abstract String resourceVersion(T object);

    /// Whether a later state of an object shows others the same, apart from its version. Then nobody is told.
    protected abstract boolean looksLike(T known, T later);

    /// A later state that looks like the known one. A kind that can keep parts of the known one in use saves memory.
    protected T moved(T known, T later) {
        return later;
    }

    /// The newest known state of an object; empty if there is none of this key.
    public final Optional<T> find(K key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::object);
    }

    /// Of every object that is known at the moment.
    public final Set<K> keys() {
        return Set.copyOf(entries.keySet());
    }

    @Override
    public final void seen(T object) {
        put(object, Source.WATCH);
    }

    /// What the list shows includes every write that was answered before.
    @Override
    public final void listBegins() {
        lists.incrementAndGet();
    }

    @Override
    public final void listed(T object) {
        put(object, Source.LIST);
    }

    /// A write was answered with this state. An object that is gone or was made anew meanwhile does not come back.
    public final void written(T object) {
        put(object, Source.WRITE);
    }

    @Override
    public final void gone(K key) {
        if (entries.remove(key) != null || untold.contains(key)) {
            tell(key);
        }
    }

    /// A listener that fails hears it with the next list.
    private void tell(K key) {
        untold.add(key);
        listener.accept(key);
        untold.remove(key);
    }

    @Override
    public final void retain(Set<K> listed) {
        Set<K> known = new HashSet<>(entries.keySet());
        known.addAll(untold);
        for (K key : known) {
            if (!listed.contains(key)) {
                gone(key);
            }
        }
    }

    private void put(T object, Source source) {
        K key = key(object);
        long begun = lists.get();
        while (true) {
            Entry<T> before = entries.get(key);
            if (!replaces(before, object, source, begun)) {
                return;
            }
            boolean changed = before == null || !looksLike(before.object, object);
            var after = new Entry<>(
                    before == null || changed ? object : moved(before.object, object), source == Source.WRITE, begun);
            if (before == null ? entries.putIfAbsent(key, after) == null : entries.replace(key, before, after)) {
                if (changed || untold.contains(key)) {
                    tell(key);
                }
                return;
            }
        }
    }

    private boolean replaces(@Nullable Entry<T> before, T object, Source source, long begun) {
        return switch (source) {
            case WATCH -> replacesAsSeen(before, object);
            case LIST -> replacesAsSeen(before, object) || before == null || before.lists < begun;
            case WRITE -> replacesAsWritten(before, object);
        };
    }

    private boolean replacesAsSeen(@Nullable Entry<T> before, T object) {
        return before == null
                || !before.ahead
                || !uid(before.object).equals(uid(object))
                || !ResourceVersion.isNewer(resourceVersion(before.object), resourceVersion(object));
    }

    private boolean replacesAsWritten(@Nullable Entry<T> before, T object) {
        return before != null
                && uid(before.object).equals(uid(object))
                && ResourceVersion.isNewer(resourceVersion(object), resourceVersion(before.object));
    }
}
