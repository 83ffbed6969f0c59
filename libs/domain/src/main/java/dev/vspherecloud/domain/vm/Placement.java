package dev.vspherecloud.domain.vm;

import java.util.List;
import java.util.Optional;

/// Where in the inventory a VM runs, as three paths upwards, nearest first, and how much of the tags there can be
/// seen.
///
/// A path that does not end at the root folder ends with a place of which that is said in its tags:
/// [TagState.Hidden] or [TagState.Awaited].
///
/// @param hostPath         host, cluster, host folders, datacenter, folders; empty when vCenter names no host
/// @param poolPath         resource pool or vApp, parent pools, cluster, …; empty when vCenter names no pool
/// @param folderPath       the VM itself, its folders or vApp, datacenter, …
/// @param unseenCategories those tag categories that zones and regions are configured by and that vCenter does not
///                         show; a missing right and a missing category look alike
public record Placement(
        List<InventoryObject> hostPath,
        List<InventoryObject> poolPath,
        List<InventoryObject> folderPath,
        List<String> unseenCategories) {
    public Placement {
        hostPath = List.copyOf(hostPath);
        poolPath = List.copyOf(poolPath);
        folderPath = List.copyOf(folderPath);
        unseenCategories = List.copyOf(unseenCategories);
    }

    /// The datacenter that holds the VM; empty while its paths are not complete.
    public Optional<InventoryObject> datacenter() {
        return List.of(folderPath, hostPath).stream()
                .flatMap(List::stream)
                .filter(place -> place.kind().equals("Datacenter"))
                .findFirst();
    }
}
