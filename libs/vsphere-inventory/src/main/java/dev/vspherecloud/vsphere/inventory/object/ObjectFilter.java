package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectUpdate;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The part of one subscription in one collector: a view of its objects, a filter over the view, and the objects
/// that the listener knows. Their values are not kept: the devices of a VM with many disks are large.
///
/// The objects are in a view and not in the filter itself. A filter that names an object which is gone makes
/// every later wait of its collector fail, for VMs as well.
///
/// Threads: only the watcher's thread.
final class ObjectFilter {
    /// The time after which an object that was too large is read again.
    private static final Duration LEFT_OUT = Duration.ofMinutes(10);

    private final VcenterSession session;
    private final ObjectSubscription subscription;
    private final MoRef view;
    private final MoRef filter;

    /// The objects in the view, each with the number of its addition to the subscription.
    private final Map<MoRef, Long> members = new HashMap<>();

    /// The objects that the listener has received.
    private final Set<MoRef> delivered = new HashSet<>();

    /// The members that are not in the view, because they are too large to read, and when each was left out.
    private final Map<MoRef, Long> leftOut = new HashMap<>();

    private boolean isComplete;

    private ObjectFilter(VcenterSession session, ObjectSubscription subscription, MoRef view, MoRef filter) {
        this.session = session;
        this.subscription = subscription;
        this.view = view;
        this.filter = filter;
    }

    /// Creates the view and the filter of a subscription.
    ///
    /// @throws VcenterException also if vCenter does not accept the interest
    static ObjectFilter create(VcenterSession session, MoRef collector, ObjectSubscription subscription) {
        ObjectInterest interest = subscription.interest();
        MoRef view = interest.isAll()
                ? session.createContainerView(session.content().rootFolder(), interest.type())
                : session.createListView();
        MoRef filter = createFilter(session, collector, view, interest);
        subscription.deliver(new ObjectChange.Restarted());
        return new ObjectFilter(session, subscription, view, filter);
    }

    private static MoRef createFilter(VcenterSession session, MoRef collector, MoRef view, ObjectInterest interest) {
        try {
            return session.createFilter(collector, RetrieveQuery.ofView(view, interest.type(), interest.paths()));
        } catch (VcenterException e) {
            if (ObjectWatch.isInterestFault(e.kind())) {
                session.destroyView(view);
            }
            throw e;
        }
    }

    MoRef ref() {
        return filter;
    }

    /// Returns true if there may be objects that the listener does not know yet.
    boolean isIncomplete() {
        return !isComplete;
    }

    /// Returns true if an object in the view was removed from the subscription and added again since. vCenter does not
    /// deliver its state again, because its view did not change.
    boolean hasReturnedObjects() {
        Map<MoRef, Long> wanted = subscription.objects();
        return members.entrySet().stream().anyMatch(member -> !wanted.getOrDefault(member.getKey(), member.getValue())
                .equals(member.getValue()));
    }

    /// Returns true if this filter may have reported the object.
    boolean isReading(MoRef object) {
        return subscription.interest().type().equals(object.type())
                && subscription.isWatching(object)
                && !leftOut.containsKey(object);
    }

    /// Stops reading an object that the subscription names, for ten minutes.
    ///
    /// @param now nanoseconds of a monotonic clock
    void leaveOut(MoRef object, long now) {
        List<MoRef> _ = session.modifyListView(view, Set.of(), Set.of(object));
        leftOut.put(object, now);
        delivered.remove(object);
        subscription.deliver(new ObjectChange.Unreadable(object));
    }

    /// Updates the view to contain the objects that the subscription names now.
    ///
    /// @param now nanoseconds of a monotonic clock
    void updateMembers(long now) {
        leftOut.entrySet().removeIf(object -> {
            boolean isOver = now - object.getValue() >= LEFT_OUT.toNanos();
            if (isOver) {
                members.remove(object.getKey());
            }
            return isOver;
        });
        Map<MoRef, Long> wanted = subscription.objects();
        var add = new HashSet<>(wanted.keySet());
        add.removeAll(members.keySet());
        var remove = new HashSet<>(members.keySet());
        remove.removeAll(wanted.keySet());
        if (add.isEmpty() && remove.isEmpty()) {
            return;
        }
        var missing = new HashSet<>(session.modifyListView(view, add, remove));
        missing.retainAll(add);
        members.keySet().removeAll(remove);
        leftOut.keySet().removeAll(remove);
        add.stream()
                .filter(object -> !missing.contains(object))
                .forEach(object -> members.put(object, wanted.getOrDefault(object, 0L)));
        delivered.removeAll(remove);
        isComplete &= add.isEmpty();
        missing.forEach(subscription::removeMissing);
    }

    void apply(ObjectUpdate update) {
        MoRef object = update.object();
        // The view reports that an object left which was left out.
        if (!subscription.isWatching(object) || leftOut.containsKey(object)) {
            return;
        }
        switch (update.kind()) {
            case ENTER -> onEntered(object, update.changes());
            case MODIFY -> onChanged(object, update.changes());
            case LEAVE -> onLeft(object);
        }
    }

    private void onEntered(MoRef object, Map<String, PropertyValue> values) {
        delivered.add(object);
        subscription.deliver(new ObjectChange.Entered(object, values));
    }

    private void onChanged(MoRef object, Map<String, PropertyValue> changes) {
        if (delivered.contains(object)) {
            subscription.deliver(new ObjectChange.Changed(object, changes));
        }
    }

    private void onLeft(MoRef object) {
        if (delivered.remove(object)) {
            subscription.deliver(new ObjectChange.Gone(object));
        }
    }

    /// Called when a wait was completed and no updates are left to read.
    void onWaitCompleted() {
        if (!isComplete) {
            isComplete = true;
            subscription.deliver(new ObjectChange.Complete());
        }
    }

    /// Destroys the filter and then the view. If a view is destroyed before its filter, later waits fail.
    void destroy() {
        session.destroyFilter(filter);
        session.destroyView(view);
    }

    /// Destroys only the view; the filter was destroyed with its collector.
    void destroyView() {
        session.destroyView(view);
    }
}
