package dev.vspherecloud.domain.vm;

import java.util.List;
import java.util.Optional;

/// The position of a VM in the inventory, as three paths upwards, nearest first.
///
/// If a path does not end at the root folder, the tags of its last object say why: [TagState.Hidden] or
/// [TagState.Awaited].
///
/// @param hostPath         host, cluster, host folders, datacenter, folders; empty if vCenter names no host
/// @param poolPath         resource pool or vApp, parent pools, cluster, …; empty if vCenter names no pool
/// @param folderPath       the VM itself, its folders or vApp, datacenter, …
/// @param unseenCategories the tag categories that are configured for zones and regions and that vCenter does
///     not show; a missing permission and a missing category look alike
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

    /// Returns the datacenter that holds the VM; empty while the paths are not complete.
    public Optional<InventoryObject> datacenter() {
        return List.of(folderPath, hostPath).stream()
                .flatMap(List::stream)
                .filter(place -> place.kind().equals("Datacenter"))
                .findFirst();
    }
}
