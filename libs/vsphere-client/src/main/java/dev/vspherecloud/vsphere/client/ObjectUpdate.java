package dev.vspherecloud.vsphere.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What happened to one object that a filter watches.
///
/// @param filter the filter that reports it
/// @param changes new values by path, in the order in which they came; where a path came twice, the last one.
///     [PropertyValue.Unset] says that there is no value (any more)
/// @param missing paths that could not be read, with the type of the fault that says why, as in `NoPermission`
public record ObjectUpdate(
        MoRef filter, Kind kind, MoRef object, Map<String, PropertyValue> changes, Map<String, String> missing) {
    /// How an object stands to the filter.
    public enum Kind {
        /// It is among the watched objects, with these values. May come again for one that is known already.
        ENTER,
        /// These of its values are others now.
        MODIFY,
        /// It is no longer among the watched objects. That alone does not mean that it was destroyed.
        LEAVE
    }

    public ObjectUpdate {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
        missing = Map.copyOf(missing);
    }
}
