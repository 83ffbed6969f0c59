package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Map;

/// A change of a followed object. The listener gets the changes in the order in which they happened.
///
/// The changes begin with [Restarted], then every object comes with [Entered], then [Complete]; from then on
/// the updates follow. The same begins again if vCenter lost the watch: a new session, a new collector, a
/// failure. So a change is never missed, but two changes may come as one.
public sealed interface ObjectChange {
    /// All objects are delivered again after this change. Known values are valid until they are replaced; an
    /// object without [Entered] before the next [Complete] is gone.
    record Restarted() implements ObjectChange {}

    /// The object exists, with these values. This may come again with other values, which then replace the
    /// previous ones.
    ///
    /// @param values the values by property path; a property that the account may not read is missing
    record Entered(MoRef object, Map<String, PropertyValue> values) implements ObjectChange {}

    /// Some values of the object have changed; all others are as before.
    ///
    /// @param changes the new values by property path
    record Changed(MoRef object, Map<String, PropertyValue> changes) implements ObjectChange {}

    /// The object exists, but its values are too large for a response, so they are not known and no change of them
    /// arrives. It is read again after a while: then it comes with [Entered] or again with this change.
    record Unreadable(MoRef object) implements ObjectChange {}

    /// The object does not exist, like a task that vCenter has forgotten, or exists no longer, or the account
    /// may not see it any more. A named object that did not exist when it was added is no longer followed.
    record Gone(MoRef object) implements ObjectChange {}

    /// All existing objects were delivered, also those that were added last. An object without [Entered] does
    /// not exist or is not visible; vCenter does not distinguish the two.
    record Complete() implements ObjectChange {}

    /// vCenter does not accept the [ObjectInterest], for example because of a property that the type does not
    /// have. The interest is tried again with the next [Restarted].
    ///
    /// @param why the message of vCenter
    record Refused(String why) implements ObjectChange {}
}
