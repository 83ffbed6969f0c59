package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.Collection;
import java.util.List;

/// Decides which datacenters of a vCenter may contain VMs of Nodes.
///
/// @param configured names, inventory paths (`/Sites/Hamburg/HH-DC`) or references (`datacenter-42`,
///     `Datacenter:datacenter-42`); empty means every datacenter
record DatacenterRule(List<String> configured) {
    DatacenterRule {
        configured = List.copyOf(configured);
    }

    boolean admitsAll() {
        return configured.isEmpty();
    }

    boolean admits(Placement placement) {
        return admitsAll() || configured.stream().anyMatch(entry -> matches(entry, placement.folderPath()));
    }

    /// Returns the configured entries that match none of these datacenters.
    ///
    /// @param datacenters each datacenter as its path upwards
    List<String> unmatched(Collection<List<InventoryObject>> datacenters) {
        return configured.stream()
                .filter(entry -> datacenters.stream().noneMatch(path -> matches(entry, path)))
                .toList();
    }

    private static boolean matches(String entry, List<InventoryObject> pathUpwards) {
        for (int i = 0; i < pathUpwards.size(); i++) {
            InventoryObject ancestor = pathUpwards.get(i);
            if (ancestor.kind().equals("Datacenter")) {
                return entry.equals(ancestor.name())
                        || entry.equals(ancestor.moref())
                        || entry.equals("Datacenter:" + ancestor.moref())
                        || entry.equals(inventoryPath(pathUpwards.subList(i, pathUpwards.size())));
            }
        }
        return false;
    }

    /// Returns the inventory path as govmomi and the vSphere client write it: from below the root folder, with
    /// a leading slash.
    private static String inventoryPath(List<InventoryObject> pathUpwards) {
        var path = new StringBuilder();
        for (InventoryObject ancestor : pathUpwards.subList(0, Math.max(1, pathUpwards.size() - 1))) {
            path.insert(0, "/" + ancestor.name());
        }
        return path.toString();
    }
}
