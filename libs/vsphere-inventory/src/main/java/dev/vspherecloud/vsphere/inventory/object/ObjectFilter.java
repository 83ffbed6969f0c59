package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectUpdate;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The part of one subscription in one collector: a view of its objects, a filter over the view, and the values
/// that the listener has.
///
/// Objects are in a view and not in the filter itself. A filter that names an object which is gone makes every
/// later wait of its collector fail, for VMs as well.
///
/// Threads: confined to the watcher.
final class ObjectFilter {
    private final VcenterSession session;
    private final ObjectSubscription subscription;
    private final MoRef view;
    private final MoRef filter;
    private final Set<MoRef> members = new HashSet<>();

    /// The values that the listener has, by object and path.
    private final Map<MoRef, Map<String, PropertyValue>> told = new HashMap<>();

    private boolean isComplete;

    private ObjectFilter(VcenterSession session, ObjectSubscription subscription, MoRef view, MoRef filter) {
        this.session = session;
        this.subscription = subscription;
        this.view = view;
        this.filter = filter;
    }

    /// @throws VcenterException also if vCenter does not accept the interest
    static ObjectFilter begin(VcenterSession session, MoRef collector, ObjectSubscription subscription) {
        ObjectInterest interest = subscription.interest();
        MoRef view = interest.isAll()
                ? session.createContainerView(session.content().rootFolder(), interest.type())
                : session.createListView();
        MoRef filter = filter(session, collector, view, interest);
        subscription.tell(new ObjectChange.Anew());
        return new ObjectFilter(session, subscription, view, filter);
    }

    private static MoRef filter(VcenterSession session, MoRef collector, MoRef view, ObjectInterest interest) {
        try {
            return session.createFilter(collector, RetrieveQuery.ofView(view, interest.type(), interest.paths()));
        } catch (VcenterException e) {
            if (ObjectWatch.isOfInterestAlone(e.kind())) {
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

    /// Makes the view hold the objects that are named now.
    void adjust() {
        Set<MoRef> wanted = subscription.objects();
        var add = new HashSet<>(wanted);
        add.removeAll(members);
        var remove = new HashSet<>(members);
        remove.removeAll(wanted);
        if (add.isEmpty() && remove.isEmpty()) {
            return;
        }
        var missing = new HashSet<>(session.modifyListView(view, add, remove));
        missing.retainAll(add);
        members.removeAll(remove);
        members.addAll(add);
        members.removeAll(missing);
        told.keySet().removeAll(remove);
        isComplete &= add.isEmpty();
        missing.forEach(subscription::dropped);
    }

    void take(ObjectUpdate update) {
        MoRef object = update.object();
        if (!subscription.follows(object)) {
            return;
        }
        switch (update.kind()) {
            case ENTER -> entered(object, update.changes());
            case MODIFY -> changed(object, update.changes());
            case LEAVE -> left(object);
        }
    }

    /// Delivers an object. It may enter again although nothing changed.
    private void entered(MoRef object, Map<String, PropertyValue> values) {
        if (!values.equals(told.put(object, new HashMap<>(values)))) {
            subscription.tell(new ObjectChange.Entered(object, values));
        }
    }

    private void changed(MoRef object, Map<String, PropertyValue> changes) {
        Map<String, PropertyValue> known = told.get(object);
        if (known != null && !known.entrySet().containsAll(changes.entrySet())) {
            known.putAll(changes);
            subscription.tell(new ObjectChange.Changed(object, changes));
        }
    }

    private void left(MoRef object) {
        if (told.remove(object) != null) {
            subscription.tell(new ObjectChange.Gone(object));
        }
    }

    /// Notes that a wait was completed and no updates are left to read.
    void completed() {
        if (!isComplete) {
            isComplete = true;
            subscription.tell(new ObjectChange.Complete());
        }
    }

    /// Destroys the filter before the view: if a view is destroyed before its filter, later waits fail.
    void end() {
        session.destroyFilter(filter);
        session.destroyView(view);
    }

    /// Destroys the view; the filter was destroyed with its collector.
    void endView() {
        session.destroyView(view);
    }
}
