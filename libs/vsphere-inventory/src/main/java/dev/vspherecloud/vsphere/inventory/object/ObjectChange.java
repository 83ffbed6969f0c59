package dev.vspherecloud.vsphere.inventory.object;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Map;

/// What a listener is told of the objects that it follows, in the order in which it happened.
///
/// It begins with [Anew], then every object comes with [Entered], then [Complete]; from then on what changes. The same
/// begins again when vCenter lost the watch: a new session, a new collector, a failure. So a change is never missed,
/// but two changes may come as one.
public sealed interface ObjectChange {
    /// Everything is told anew from here. What is known holds until it is told otherwise; an object that did not
    /// enter by [Complete] is gone.
    record Anew() implements ObjectChange {}

    /// The object is there, with these values. May come again with other values, which then replace those before.
    ///
    /// @param values by path; a property that the account may not read is missing
    record Entered(MoRef object, Map<String, PropertyValue> values) implements ObjectChange {}

    /// These values are others now; the rest is as before.
    record Changed(MoRef object, Map<String, PropertyValue> changes) implements ObjectChange {}

    /// The object is not there, as a task that vCenter has forgotten, or is there no more, or the account may not see
    /// it any more. A named object that was not there when it was added is not followed any longer.
    record Gone(MoRef object) implements ObjectChange {}

    /// All objects that there are have been told, also those that were added last. One that did not enter is not
    /// there or not to be seen, which are the same to vCenter.
    record Complete() implements ObjectChange {}

    /// vCenter does not accept the interest, as for a property that the type does not have. It is tried again with the
    /// next [Anew].
    ///
    /// @param why for people: what vCenter said
    record Refused(String why) implements ObjectChange {}
}
