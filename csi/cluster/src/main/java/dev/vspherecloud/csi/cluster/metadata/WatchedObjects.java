package dev.vspherecloud.csi.cluster.metadata;

import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.kubernetes.watch.Store;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// Follows the objects of one kind, keeps those that matter, and passes each change to a listener with the state
/// before it.
///
/// Threads: the thread of the reflector is the only one to use the map, and calls the listener.
///
/// @param <T> the fields of an object that are read
public final class WatchedObjects<T> implements Store<String, T> {
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final String name;
    private final String path;
    private final ObjectReader<T> reader;
    private final Function<T, String> key;
    private final Predicate<T> isKept;
    private final ObjectChangeListener<T> listener;
    private final Map<String, T> objects = new HashMap<>();

    private WatchedObjects(
            String name,
            String path,
            ObjectReader<T> reader,
            Function<T, String> key,
            Predicate<T> isKept,
            ObjectChangeListener<T> listener) {
        this.name = name;
        this.path = path;
        this.reader = reader;
        this.key = key;
        this.isKept = isKept;
        this.listener = listener;
    }

    /// Follows the PersistentVolumes that the driver serves.
    public static WatchedObjects<MetadataVolume> volumes(ObjectChangeListener<MetadataVolume> listener) {
        return new WatchedObjects<>(
                "PersistentVolumes",
                "/api/v1/persistentvolumes",
                MetadataVolume.READER,
                MetadataVolume::name,
                MetadataVolume::isOfDriver,
                listener);
    }

    /// Follows the claims that may have a volume of the driver.
    public static WatchedObjects<MetadataClaim> claims(ObjectChangeListener<MetadataClaim> listener) {
        return new WatchedObjects<>(
                "PersistentVolumeClaims",
                "/api/v1/persistentvolumeclaims",
                MetadataClaim.READER,
                claim -> claim.namespace() + "/" + claim.name(),
                MetadataClaim::mayBeOfDriver,
                listener);
    }

    /// Follows the running Pods with claims.
    public static WatchedObjects<MetadataPod> pods(ObjectChangeListener<MetadataPod> listener) {
        return new WatchedObjects<>(
                "Pods",
                "/api/v1/pods",
                MetadataPod.READER,
                pod -> pod.namespace() + "/" + pod.name(),
                MetadataPod::usesVolumes,
                listener);
    }

    /// Returns the reflector, which the caller runs.
    public Reflector<String, T> reflector(ApiServer server) {
        return new Reflector<>(server, this, MAX_PAUSE, Sleeper.system(), RandomGenerator.getDefault());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String stalenessText() {
        return "and changes of them reach CNS later";
    }

    @Override
    public boolean isRequired() {
        return false;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public ObjectReader<T> reader() {
        return reader;
    }

    @Override
    public String key(T object) {
        return key.apply(object);
    }

    @Override
    public void onListed(T object) {
        put(object, false);
    }

    @Override
    public void onUpdated(T object) {
        put(object, true);
    }

    private void put(T object, boolean isWatched) {
        String id = key(object);
        if (!isKept.test(object)) {
            remove(id, isWatched);
            return;
        }
        Optional<T> before = Optional.ofNullable(objects.put(id, object));
        if (!before.equals(Optional.of(object))) {
            listener.onChanged(before, Optional.of(object), isWatched);
        }
    }

    @Override
    public void onDeleted(String id) {
        remove(id, true);
    }

    @Override
    public void retain(Set<String> listed) {
        for (String id : new HashSet<>(objects.keySet())) {
            if (!listed.contains(id)) {
                remove(id, false);
            }
        }
    }

    private void remove(String id, boolean isWatched) {
        T before = objects.remove(id);
        if (before != null) {
            listener.onChanged(Optional.of(before), Optional.empty(), isWatched);
        }
    }
}
