package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;

/// The result of evaluating a VM or one object above it in the search for zone and region.
///
/// @param path the path on which the object was reached: `vm`, `host`, `pool` or `folder`
/// @param rule for people: what was taken, or why nothing was
public record AncestorVerdict(String path, InventoryObject place, String rule) {
    /// The beginning of the rule of an object that the search did not evaluate.
    public static final String NOT_EVALUATED = "not evaluated";

    /// The rule of an evaluated object without a tag of a configured category.
    public static final String NO_TAG = "no tag of a configured category";
}
