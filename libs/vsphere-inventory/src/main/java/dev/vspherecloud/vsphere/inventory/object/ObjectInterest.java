package dev.vspherecloud.vsphere.inventory.object;

import java.util.List;

/// Which objects somebody follows, and which of their properties.
///
/// @param type  the vim25 type, as in `Task`, `Datastore` or `HostSystem`
/// @param paths leaf paths, as in `info.state`; at least one. A path that the type does not have makes vCenter refuse
///     the whole interest
/// @param isAll whether all objects of the type below the root folder are followed. Else those are that
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

    /// Every object of the type that the account may see, also those that come later. For types that are in the
    /// inventory tree; tasks are not.
    public static ObjectInterest inAll(String type, String... paths) {
        return new ObjectInterest(type, List.of(paths), true);
    }

    /// The objects that are added one by one.
    public static ObjectInterest inSome(String type, String... paths) {
        return new ObjectInterest(type, List.of(paths), false);
    }
}
