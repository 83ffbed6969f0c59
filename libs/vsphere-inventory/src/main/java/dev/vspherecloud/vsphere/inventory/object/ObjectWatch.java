package dev.vspherecloud.vsphere.inventory.object;

import static java.util.Objects.requireNonNull;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectUpdate;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Watches objects of one vCenter other than the VMs of Nodes. For each subscription it keeps a filter in the
/// collector that the watcher waits on, and delivers the updates to the listener.
///
/// This class never waits itself, so there is one long poll whatever is followed. If vCenter refuses one
/// interest, its listener is notified, and neither the watch nor another subscription ends.
///
/// Threads: [#subscribe] and the subscriptions may be used from any thread and never block. Only the watcher's
/// thread calls the other methods, and the listeners run on it.
public final class ObjectWatch {
    private final Supervisor supervisor;
    private final String thread;
    private final String name;
    private final Runnable onSubscriptionsChanged;
    private final List<ObjectSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Map<ObjectSubscription, ObjectFilter> filters = new LinkedHashMap<>();

    /// The subscriptions that vCenter did not accept since the collector was created.
    private final Set<ObjectSubscription> refused = new HashSet<>();

    /// The current filters, and those that were ended since the last complete wait. Late updates of ended
    /// filters are ignored.
    private final Set<MoRef> knownFilters = new HashSet<>();

    /// Creates a watch without subscriptions.
    ///
    /// @param supervisor reports listeners that fail
    /// @param thread     the kind of the watcher's thread, for metrics
    /// @param name       the name of the watcher, for messages
    /// @param onSubscriptionsChanged       called when [#syncFilters] has something to do
    public ObjectWatch(Supervisor supervisor, String thread, String name, Runnable onSubscriptionsChanged) {
        this.supervisor = supervisor;
        this.thread = thread;
        this.name = name;
        this.onSubscriptionsChanged = onSubscriptionsChanged;
    }

    /// Adds a subscription.
    ///
    /// @param listener called on the watcher's thread; must not block
    public ObjectSubscription subscribe(ObjectInterest interest, Consumer<ObjectChange> listener) {
        var subscription = new ObjectSubscription(
                interest, supervisor.guarded(thread, name, listener), this::unsubscribe, onSubscriptionsChanged);
        subscriptions.add(subscription);
        onSubscriptionsChanged.run();
        return subscription;
    }

    private void unsubscribe(ObjectSubscription subscription) {
        if (subscriptions.remove(subscription)) {
            onSubscriptionsChanged.run();
        }
    }

    /// Called when there is a new collector, which has no filters yet.
    public void onNewCollector() {
        filters.clear();
        refused.clear();
        knownFilters.clear();
    }

    /// Creates and destroys filters so that they match the subscriptions. Must not be called during a wait on
    /// the collector.
    ///
    /// @param now nanoseconds of a monotonic clock
    public void syncFilters(VcenterSession session, MoRef collector, long now) {
        var ended = new ArrayList<>(filters.keySet());
        ended.removeAll(subscriptions);
        ended.forEach(this::release);
        for (ObjectSubscription subscription : subscriptions) {
            if (!refused.contains(subscription)) {
                syncFilters(session, collector, subscription, now);
            }
        }
    }

    private void syncFilters(VcenterSession session, MoRef collector, ObjectSubscription subscription, long now) {
        try {
            ObjectFilter filter = filters.get(subscription);
            if (filter != null && filter.hasReturnedObjects()) {
                // A new filter delivers the state of all its objects. This is rare.
                release(subscription);
                filter = null;
            }
            if (filter == null) {
                filter = ObjectFilter.create(session, collector, subscription);
                knownFilters.add(filter.ref());
                filters.put(subscription, filter);
            }
            filter.updateMembers(now);
        } catch (VcenterException e) {
            if (!isInterestFault(e.kind())) {
                throw e;
            }
            refuse(subscription, e);
        }
    }

    private void refuse(ObjectSubscription subscription, VcenterException e) {
        release(subscription);
        refused.add(subscription);
        subscription.deliver(new ObjectChange.Refused(String.valueOf(e.getMessage())));
    }

    /// Stops reading an object that is too large for a response even alone, so that all others are read. A
    /// subscription of all objects of a type cannot leave out one of them, so it is refused. Must not be called
    /// during a wait on the collector.
    ///
    /// @param tooLarge the failure of the wait
    /// @param now nanoseconds of a monotonic clock
    /// @return false if no subscription reads the object
    public boolean leaveOut(MoRef object, VcenterException tooLarge, long now) {
        List<ObjectSubscription> reading = filters.entrySet().stream()
                .filter(each -> each.getValue().isReading(object))
                .map(Map.Entry::getKey)
                .toList();
        for (ObjectSubscription subscription : reading) {
            if (subscription.interest().isAll()) {
                refuse(subscription, tooLarge);
            } else {
                requireNonNull(filters.get(subscription)).leaveOut(object, now);
            }
        }
        return !reading.isEmpty();
    }

    private void release(ObjectSubscription subscription) {
        ObjectFilter filter = filters.remove(subscription);
        if (filter != null) {
            filter.destroy();
        }
    }

    /// Returns true if a failure is about the [ObjectInterest] alone, and not about the session or the
    /// collector.
    static boolean isInterestFault(VcenterException.Kind kind) {
        return switch (kind) {
            case INVALID_PROPERTY, UNSUPPORTED, NO_PERMISSION, OBJECT_GONE, FAULT -> true;
            case UNREACHABLE,
                    TIMEOUT,
                    TLS,
                    PROXY,
                    LOGIN_REFUSED,
                    LOGIN_STOPPED,
                    SESSION_LOST,
                    INVALID_VERSION,
                    CANCELED,
                    BUSY,
                    TOO_LARGE,
                    PROTOCOL -> false;
        };
    }

    /// Returns true if objects of a subscription are still to be delivered. If they exist, vCenter delivers
    /// them at once, so a wait need not be long.
    public boolean isIncomplete() {
        return filters.values().stream().anyMatch(ObjectFilter::isIncomplete);
    }

    /// Returns true if listeners follow properties of VMs.
    public boolean followsVms() {
        return subscriptions.stream()
                .anyMatch(subscription -> subscription.interest().type().equals("VirtualMachine"));
    }

    /// Returns the number of followed tasks, for whose ends callers wait.
    public int tasks() {
        return subscriptions.stream()
                .filter(subscription -> subscription.interest().type().equals("Task"))
                .mapToInt(ObjectSubscription::size)
                .sum();
    }

    /// Applies an update if one of the filters of this watch reported it.
    ///
    /// @return true if that is so
    public boolean apply(ObjectUpdate update) {
        filters.values().stream()
                .filter(each -> each.ref().equals(update.filter()))
                .findFirst()
                .ifPresent(filter -> filter.apply(update));
        return knownFilters.contains(update.filter());
    }

    /// Called when a wait was completed and no updates are left to read.
    public void onWaitCompleted() {
        knownFilters.retainAll(filters.values().stream().map(ObjectFilter::ref).toList());
        filters.values().forEach(ObjectFilter::onWaitCompleted);
    }

    /// Called when the collector was destroyed. Destroys the views, which still exist.
    public void release() {
        filters.values().forEach(ObjectFilter::destroyView);
    }
}
