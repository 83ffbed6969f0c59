package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The datastores of one vCenter that the account can see, kept current by the long poll of its inventory.
///
/// Threads: changes arrive on the watcher's thread; any thread reads.
final class Datastores implements AutoCloseable {
    private static final String URL = "summary.url";
    private static final String ACCESSIBLE = "summary.accessible";
    private static final String MAINTENANCE = "summary.maintenanceMode";
    private static final String SHARED = "summary.multipleHostAccess";
    private static final String NO_MAINTENANCE = "normal";

    private final Map<MoRef, Map<String, PropertyValue>> datastores = new ConcurrentHashMap<>();
    private final ObjectSubscription subscription;

    /// The datastores that vCenter has not delivered again since it began to deliver all. Only the watcher's thread
    /// uses them.
    private final Set<MoRef> unseen = new HashSet<>();

    private final CountDownLatch complete = new CountDownLatch(1);

    Datastores(VcenterWatcher watcher) {
        this.subscription = watcher.subscribe(
                ObjectInterest.inAll("Datastore", URL, ACCESSIBLE, MAINTENANCE, SHARED), this::onChange);
    }

    private void onChange(ObjectChange change) {
        switch (change) {
            case ObjectChange.Restarted() -> unseen.addAll(datastores.keySet());
            case ObjectChange.Entered(MoRef object, Map<String, PropertyValue> values) -> {
                unseen.remove(object);
                datastores.put(object, Map.copyOf(values));
            }
            case ObjectChange.Changed(MoRef object, Map<String, PropertyValue> values) ->
                datastores.computeIfPresent(object, (_, before) -> {
                    var after = new HashMap<>(before);
                    after.putAll(values);
                    return Map.copyOf(after);
                });
            case ObjectChange.Gone(MoRef object) -> datastores.remove(object);
            case ObjectChange.Complete() -> {
                datastores.keySet().removeAll(unseen);
                unseen.clear();
                complete.countDown();
            }
            case ObjectChange.Refused _ -> {}
        }
    }

    /// Waits until all datastores are known, so that an unknown one does not exist or is not visible.
    ///
    /// @return false if they are not known in time
    boolean awaitComplete(Duration atMost) throws InterruptedException {
        return complete.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    Optional<MoRef> withUrl(String url) {
        return datastores.keySet().stream()
                .filter(datastore -> urlOf(datastore).equals(url))
                .findFirst();
    }

    /// Returns the URL of a datastore, as in `ds:///vmfs/volumes/1/`; empty if it is not known.
    String urlOf(MoRef datastore) {
        return Optional.ofNullable(datastores.getOrDefault(datastore, Map.of()).get(URL))
                .flatMap(PropertyValue::text)
                .orElse("");
    }

    /// Returns the datastores that may hold a new volume for which nothing else is required: those that can be
    /// reached, are not in maintenance, and are shared by several hosts. If none is shared, all of these.
    List<MoRef> usable() {
        List<MoRef> reachable = datastores.entrySet().stream()
                .filter(each -> isReachable(each.getValue()))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(MoRef::value))
                .toList();
        List<MoRef> shared = reachable.stream()
                .filter(each -> isTrue(datastores.getOrDefault(each, Map.of()).get(SHARED)))
                .toList();
        return shared.isEmpty() ? reachable : shared;
    }

    private static boolean isReachable(Map<String, PropertyValue> values) {
        return isTrue(values.get(ACCESSIBLE))
                && Optional.ofNullable(values.get(MAINTENANCE))
                        .flatMap(PropertyValue::text)
                        .map(NO_MAINTENANCE::equals)
                        .orElse(true);
    }

    private static boolean isTrue(@Nullable PropertyValue value) {
        return value != null && value.flag().orElse(false);
    }

    @Override
    public void close() {
        subscription.close();
    }
}
