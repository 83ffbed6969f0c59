package dev.vspherecloud.domain.node;

import java.util.List;
import java.util.Optional;

/// A place in vCenter's inventory above a VM: host, cluster, resource pool, folder, datacenter.
///
/// @param kind managed object type, as in `ClusterComputeResource`
/// @param name display name
/// @param tags what is attached to it; empty until the tags were read, which is not the same as having none
public record InventoryObject(String kind, String moref, String name, Optional<List<Tag>> tags) {
    public InventoryObject {
        tags = tags.map(List::copyOf);
    }

    @Override
    public String toString() {
        return kind + " " + name;
    }
}
