package dev.vspherecloud.domain.vm;

import java.util.List;
import java.util.Optional;

/// Where in the inventory a VM runs, as three paths from the VM upwards, nearest first.
///
/// @param hostPath   host, cluster, host folders, datacenter, folders; empty when the VM has no host
/// @param poolPath   resource pool or vApp, parent pools, cluster, …
/// @param folderPath VM folders, datacenter, …
public record Placement(
        List<InventoryObject> hostPath, List<InventoryObject> poolPath, List<InventoryObject> folderPath) {
    public Placement {
        hostPath = List.copyOf(hostPath);
        poolPath = List.copyOf(poolPath);
        folderPath = List.copyOf(folderPath);
    }

    /// The datacenter that holds the VM; empty while its paths are not complete.
    public Optional<InventoryObject> datacenter() {
        return List.of(folderPath, hostPath).stream()
                .flatMap(List::stream)
                .filter(place -> place.kind().equals("Datacenter"))
                .findFirst();
    }
}
