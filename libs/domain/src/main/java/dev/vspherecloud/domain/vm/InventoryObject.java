package dev.vspherecloud.domain.vm;

/// A VM, or an inventory object above it: host, cluster, resource pool, folder, datacenter.
///
/// @param kind the managed object type, as in `ClusterComputeResource`
/// @param name the display name; the managed object reference if the account may not read the object
/// @param tags the attached tags, as far as they are known
public record InventoryObject(String kind, String moref, String name, TagState tags) {
    @Override
    public String toString() {
        return kind + " " + name;
    }
}
