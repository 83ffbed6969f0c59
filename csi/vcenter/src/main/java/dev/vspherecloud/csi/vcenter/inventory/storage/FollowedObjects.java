package dev.vspherecloud.csi.vcenter.inventory.storage;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The objects of one type in a vCenter, as the long poll delivered them.
///
/// Threads: changes arrive on the watcher's thread; any thread reads.
final class FollowedObjects {
    private final String type;
    private final Map<MoRef, Map<String, PropertyValue>> objects = new ConcurrentHashMap<>();

    /// The objects that vCenter has not delivered again since it began to deliver all. Only the watcher's thread
    /// uses them.
    private final Set<MoRef> unseen = new HashSet<>();

    private final CountDownLatch first = new CountDownLatch(1);
    private volatile Optional<String> incompleteReason;

    /// Creates an object that knows nothing.
    ///
    /// @param type the vim25 type, for messages
    FollowedObjects(String type) {
        this.type = type;
        this.incompleteReason = Optional.of("its objects of type %s are being read".formatted(type));
    }

    /// Applies a change.
    void onChange(ObjectChange change) {
        switch (change) {
            case ObjectChange.Restarted() -> {
                unseen.addAll(objects.keySet());
                incompleteReason = Optional.of("its objects of type %s are being read again".formatted(type));
            }
            case ObjectChange.Entered(MoRef object, Map<String, PropertyValue> values) -> {
                unseen.remove(object);
                objects.put(object, Map.copyOf(values));
            }
            case ObjectChange.Unreadable(MoRef object) -> {
                unseen.remove(object);
                objects.put(object, Map.of());
            }
            case ObjectChange.Changed(MoRef object, Map<String, PropertyValue> values) ->
                objects.computeIfPresent(object, (_, before) -> {
                    var after = new HashMap<>(before);
                    after.putAll(values);
                    return Map.copyOf(after);
                });
            case ObjectChange.Gone(MoRef object) -> objects.remove(object);
            case ObjectChange.Complete() -> {
                objects.keySet().removeAll(unseen);
                unseen.clear();
                incompleteReason = Optional.empty();
                first.countDown();
            }
            case ObjectChange.Refused(String why) ->
                incompleteReason = Optional.of("it does not show its objects of type %s: %s".formatted(type, why));
        }
    }

    /// Waits until all objects were delivered once, so that an unknown one does not exist or is not visible.
    ///
    /// @return false if they are not known in time
    boolean awaitComplete(Duration atMost) throws InterruptedException {
        return first.await(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    }

    /// Returns why objects may be missing or be gone; empty if all are known and current.
    Optional<String> incompleteReason() {
        return incompleteReason;
    }

    /// Returns the values of all objects by property path.
    Map<MoRef, Map<String, PropertyValue>> all() {
        return Map.copyOf(objects);
    }

    /// Returns a value of an object; an unset one if the object or the value is not known.
    PropertyValue value(MoRef object, String path) {
        PropertyValue value = objects.getOrDefault(object, Map.of()).get(path);
        return value == null ? new PropertyValue.Unset() : value;
    }
}
