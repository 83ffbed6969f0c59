package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.Collection;
import java.util.List;

/// Decides which datacenters of a vCenter hold VMs of Nodes.
///
/// @param wanted names, inventory paths (`/Sites/Hamburg/HH-DC`) or references (`datacenter-42`,
///               `Datacenter:datacenter-42`); empty means every datacenter
record DatacenterRule(List<String> wanted) {
    DatacenterRule {
        wanted = List.copyOf(wanted);
    }

    boolean admitsAll() {
        return wanted.isEmpty();
    }

    boolean admits(Placement placement) {
        return admitsAll() || wanted.stream().anyMatch(entry -> names(entry, placement.folderPath()));
    }

    /// Returns the entries that match none of these datacenters, each of which is given by its path upwards.
    List<String> unknown(Collection<List<InventoryObject>> datacenters) {
        return wanted.stream()
                .filter(entry -> datacenters.stream().noneMatch(path -> names(entry, path)))
                .toList();
    }

    private static boolean names(String entry, List<InventoryObject> pathUpwards) {
        for (int i = 0; i < pathUpwards.size(); i++) {
            InventoryObject place = pathUpwards.get(i);
            if (place.kind().equals("Datacenter")) {
                return entry.equals(place.name())
                        || entry.equals(place.moref())
                        || entry.equals("Datacenter:" + place.moref())
                        || entry.equals(inventoryPath(pathUpwards.subList(i, pathUpwards.size())));
            }
        }
        return false;
    }

    /// Returns the path as govmomi and the vSphere client write it: from below the root folder, with a leading
    /// slash.
    private static String inventoryPath(List<InventoryObject> pathUpwards) {
        var path = new StringBuilder();
        for (InventoryObject place : pathUpwards.subList(0, Math.max(1, pathUpwards.size() - 1))) {
            path.insert(0, "/" + place.name());
        }
        return path.toString();
    }
}
