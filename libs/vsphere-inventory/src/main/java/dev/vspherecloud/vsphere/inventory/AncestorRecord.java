package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A place above a VM as one vCenter reports it: host, cluster, pool, folder, datacenter.
///
/// @param name   the reference while the account may not read it
/// @param parent empty at the root, and where the account may not read on
/// @param isRoot whether it is the root folder, the one place that has nothing above it
record AncestorRecord(MoRef ref, String name, Optional<MoRef> parent, boolean isRoot) {
    static final String TYPE = "ManagedEntity";
    static final List<String> WATCHED = List.of("name", "parent");

    static AncestorRecord of(MoRef ref, Map<String, PropertyValue> values, MoRef root) {
        PropertyValue unset = new PropertyValue.Unset();
        return new AncestorRecord(
                ref,
                values.getOrDefault("name", unset).text().orElse(ref.value()),
                values.getOrDefault("parent", unset).ref(),
                ref.equals(root));
    }

    /// Whether the account may not read it, so that the path ends too early.
    boolean isHidden() {
        return parent.isEmpty() && !isRoot;
    }
}
