package dev.vspherecloud.vsphere.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// An update of one object that a filter watches.
///
/// @param filter the filter that reports the update
/// @param changes new values by property path, in the order in which they came; if a path came twice, the last
///     value. [PropertyValue.Unset] means that the property has no value, or no longer
/// @param missing the paths that could not be read, each with the type of the fault that says why, as in
///     `NoPermission`
public record ObjectUpdate(
        MoRef filter, Kind kind, MoRef object, Map<String, PropertyValue> changes, Map<String, String> missing) {
    /// The kind of the update.
    public enum Kind {
        /// The object is among the watched objects, with these values. vCenter may report this again for a
        /// known object.
        ENTER,
        /// Some values of the object changed.
        MODIFY,
        /// The object is no longer among the watched objects. This alone does not mean that the object was
        /// destroyed.
        LEAVE
    }

    public ObjectUpdate {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
        missing = Map.copyOf(missing);
    }
}
