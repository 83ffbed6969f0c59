package dev.vspherecloud.vsphere.client;

import java.util.Map;

/// The properties that were read of one object.
///
/// @param values the values by property path; a requested path that is in neither map is not set
/// @param missing the paths that could not be read, each with the type of the fault that says why, as in
///     `NoPermission`
public record ObjectContent(MoRef object, Map<String, PropertyValue> values, Map<String, String> missing) {
    public ObjectContent {
        values = Map.copyOf(values);
        missing = Map.copyOf(missing);
    }

    /// Returns the value at this property path; an unset value if there is none.
    public PropertyValue value(String path) {
        return values.getOrDefault(path, new PropertyValue.Unset());
    }
}
