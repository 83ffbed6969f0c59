package dev.vspherecloud.domain.vm;

/// A VM, or a place above it: host, cluster, resource pool, folder, datacenter.
///
/// @param kind managed object type, as in `ClusterComputeResource`
/// @param name display name; the reference when the account may not read the object
/// @param tags what is attached to it, as far as that is known
public record InventoryObject(String kind, String moref, String name, TagState tags) {
    @Override
    public String toString() {
        return kind + " " + name;
    }
}
