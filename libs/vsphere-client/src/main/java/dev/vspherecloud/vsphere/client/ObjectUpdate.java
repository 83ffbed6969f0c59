package dev.vspherecloud.vsphere.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// An update of one object that a filter watches.
///
/// @param filter the filter that reports it
/// @param changes new values by path, in the order in which they came; if a path came twice, the last value.
///                [PropertyValue.Unset] means that there is no value, or no longer
/// @param missing paths that could not be read, with the type of the fault that says why, as in `NoPermission`
public record ObjectUpdate(
        MoRef filter, Kind kind, MoRef object, Map<String, PropertyValue> changes, Map<String, String> missing) {
    /// The kind of the update.
    public enum Kind {
        /// The object is among the watched objects, with these values. May come again for a known object.
        ENTER,
        /// These values of the object changed.
        MODIFY,
        /// The object is no longer among the watched objects. That alone does not mean that it was destroyed.
        LEAVE
    }

    public ObjectUpdate {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
        missing = Map.copyOf(missing);
    }
}
