package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The datastores of one vCenter that the account can see, kept current by the long poll of its inventory.
///
/// Threads: changes arrive on the watcher's thread; any thread reads.
final class Datastores implements AutoCloseable {
    private static final String URL = "summary.url";

    private final Map<MoRef, String> urls = new ConcurrentHashMap<>();
    private final ObjectSubscription subscription;

    /// The datastores that vCenter has not delivered again since it began to deliver all. Only the watcher's thread
    /// uses them.
    private final Set<MoRef> unseen = new HashSet<>();

    private volatile boolean isComplete;

    Datastores(VcenterWatcher watcher) {
        this.subscription = watcher.subscribe(ObjectInterest.inAll("Datastore", URL), this::onChange);
    }

    private void onChange(ObjectChange change) {
        switch (change) {
            case ObjectChange.Restarted() -> unseen.addAll(urls.keySet());
            case ObjectChange.Entered(MoRef object, Map<String, PropertyValue> values) -> set(object, values);
            case ObjectChange.Changed(MoRef object, Map<String, PropertyValue> values) -> set(object, values);
            case ObjectChange.Gone(MoRef object) -> urls.remove(object);
            case ObjectChange.Complete() -> {
                urls.keySet().removeAll(unseen);
                unseen.clear();
                isComplete = true;
            }
            case ObjectChange.Refused _ -> isComplete = false;
        }
    }

    private void set(MoRef object, Map<String, PropertyValue> values) {
        unseen.remove(object);
        Optional.ofNullable(values.get(URL)).flatMap(PropertyValue::text).ifPresent(url -> urls.put(object, url));
    }

    /// Returns true if all datastores are known, so that an unknown one does not exist or is not visible.
    boolean isComplete() {
        return isComplete;
    }

    Optional<MoRef> withUrl(String url) {
        return urls.entrySet().stream()
                .filter(entry -> entry.getValue().equals(url))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /// Returns the URL of a datastore, as in `ds:///vmfs/volumes/1/`; empty if it is not known.
    String urlOf(MoRef datastore) {
        return urls.getOrDefault(datastore, "");
    }

    @Override
    public void close() {
        subscription.close();
    }
}
