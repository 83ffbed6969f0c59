package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Map;

/// A change of a followed object, delivered to the listener in the order in which it happened.
///
/// The changes begin with [Restarted], then every object comes with [Entered], then [Complete]; from then on the
/// updates follow. The same begins again if vCenter lost the watch: a new session, a new collector, a failure. So
/// a change is never missed, but two changes may come as one.
public sealed interface ObjectChange {
    /// All objects are delivered anew from here. Known values hold until they are replaced; an object that did not
    /// enter by [Complete] is gone.
    record Restarted() implements ObjectChange {}

    /// The object exists, with these values. This may come again with other values, which then replace the
    /// previous ones.
    ///
    /// @param values by path; a property that the account may not read is missing
    record Entered(MoRef object, Map<String, PropertyValue> values) implements ObjectChange {}

    /// These values have changed; the rest is as before.
    record Changed(MoRef object, Map<String, PropertyValue> changes) implements ObjectChange {}

    /// The object does not exist, like a task that vCenter has forgotten, or exists no longer, or the account may
    /// not see it any more. A named object that did not exist when it was added is no longer followed.
    record Gone(MoRef object) implements ObjectChange {}

    /// All existing objects were delivered, also those that were added last. An object that did not enter does not
    /// exist or is not visible; vCenter does not distinguish the two.
    record Complete() implements ObjectChange {}

    /// vCenter does not accept the interest, for example because of a property that the type does not have. It is
    /// tried again with the next [Restarted].
    ///
    /// @param why for people: what vCenter reported
    record Refused(String why) implements ObjectChange {}
}
