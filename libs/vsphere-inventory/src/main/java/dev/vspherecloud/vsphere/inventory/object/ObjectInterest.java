package dev.vspherecloud.vsphere.inventory.object;

import java.util.List;

/// Selects the objects to follow, and the properties to read of them.
///
/// @param type  the vim25 type, as in `Task`, `Datastore` or `HostSystem`
/// @param paths leaf paths, as in `info.state`; at least one. If the type lacks one of the paths, vCenter
///     refuses the whole interest
/// @param isAll true to follow all objects of the type below the root folder; false to follow those that
///     [ObjectSubscription#add] names
public record ObjectInterest(String type, List<String> paths, boolean isAll) {
    public ObjectInterest {
        paths = List.copyOf(paths);
        if (type.isBlank() || paths.isEmpty()) {
            throw new IllegalArgumentException(
                    "an interest in objects of type \"%s\" with the properties %s; give a type and at least one property"
                            .formatted(type, paths));
        }
    }

    /// Selects every object of the type that the account may see, also those that are created later. Use this
    /// for types in the inventory tree; tasks are not in it.
    public static ObjectInterest inAll(String type, String... paths) {
        return new ObjectInterest(type, List.of(paths), true);
    }

    /// Selects only the objects that [ObjectSubscription#add] names.
    public static ObjectInterest inSome(String type, String... paths) {
        return new ObjectInterest(type, List.of(paths), false);
    }
}
