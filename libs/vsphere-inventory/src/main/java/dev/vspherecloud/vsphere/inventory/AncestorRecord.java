package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An inventory object above a VM as one vCenter reports it: host, cluster, resource pool, folder or
/// datacenter.
///
/// @param name   the display name; the reference if the account may not read the object
/// @param parent the object above it; empty for the root folder, or if the account may not read the parent
/// @param isRoot true for the root folder, the only object without a parent
record AncestorRecord(MoRef ref, String name, Optional<MoRef> parent, boolean isRoot) {
    static final String MANAGED_ENTITY = "ManagedEntity";
    static final List<String> PROPERTIES = List.of("name", "parent");

    static AncestorRecord of(MoRef ref, Map<String, PropertyValue> values, MoRef root) {
        PropertyValue unset = new PropertyValue.Unset();
        return new AncestorRecord(
                ref,
                values.getOrDefault("name", unset).text().orElse(ref.value()),
                values.getOrDefault("parent", unset).ref(),
                ref.equals(root));
    }

    /// Returns true if the account may not read the parent of this object, so that the path ends too early.
    boolean isHidden() {
        return parent.isEmpty() && !isRoot;
    }
}
