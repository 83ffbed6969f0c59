package dev.vspherecloud.domain.vm;

/// A place in vCenter's inventory above a VM: host, cluster, resource pool, folder, datacenter.
///
/// @param kind managed object type, as in `ClusterComputeResource`
/// @param name display name
/// @param tags what is attached to it, as far as that is known
public record InventoryObject(String kind, String moref, String name, TagReading tags) {
    @Override
    public String toString() {
        return kind + " " + name;
    }
}
