package dev.vspherecloud.vsphere.inventory.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/// A listener that records the changes that it receives, and derives the state of the objects from them.
///
/// Threads: the watcher's thread writes, a test's thread reads.
public final class RecordedChanges implements Consumer<ObjectChange> {
    private final List<ObjectChange> all = new CopyOnWriteArrayList<>();

    @Override
    public void accept(ObjectChange change) {
        all.add(change);
    }

    public List<ObjectChange> all() {
        return List.copyOf(all);
    }

    public long count(Class<? extends ObjectChange> kind) {
        return all.stream().filter(kind::isInstance).count();
    }

    /// Returns the properties of each object according to the recorded changes.
    public Map<MoRef, Map<String, PropertyValue>> known() {
        var known = new HashMap<MoRef, Map<String, PropertyValue>>();
        for (ObjectChange change : all) {
            switch (change) {
                case ObjectChange.Restarted() -> known.clear();
                case ObjectChange.Entered(MoRef object, var values) -> known.put(object, new HashMap<>(values));
                case ObjectChange.Unreadable(MoRef object) -> known.put(object, new HashMap<>());
                case ObjectChange.Changed(MoRef object, var changes) ->
                    known.computeIfAbsent(object, _ -> new HashMap<>()).putAll(changes);
                case ObjectChange.Gone(MoRef object) -> known.remove(object);
                case ObjectChange.Complete(), ObjectChange.Refused _ -> {}
            }
        }
        return known;
    }

    public void await(Predicate<RecordedChanges> condition) {
        Awaitility.await().pollInterval(Duration.ofMillis(20)).untilAsserted(() -> assertThat(condition)
                .as("recorded: " + all)
                .accepts(this));
    }

    public void awaitText(MoRef object, String path, String value) {
        await(recorded -> recorded.known()
                .getOrDefault(object, Map.of())
                .getOrDefault(path, new PropertyValue.Unset())
                .text()
                .filter(value::equals)
                .isPresent());
    }
}
