package dev.vspherecloud.testkit.inventory;

/// An object that can carry tags.
///
/// @param type such as `HostSystem` or `VirtualMachine`
/// @param ref its moref's value, as in `host-21`
public record TaggedObject(String type, String ref) {
    public static TaggedObject host(String ref) {
        return new TaggedObject("HostSystem", ref);
    }

    public static TaggedObject vm(String ref) {
        return new TaggedObject("VirtualMachine", ref);
    }

    public static TaggedObject datastore(String ref) {
        return new TaggedObject("Datastore", ref);
    }

    /// A datastore cluster.
    public static TaggedObject storagePod(String ref) {
        return new TaggedObject("StoragePod", ref);
    }

    public static TaggedObject pool(String ref) {
        return new TaggedObject("ResourcePool", ref);
    }

    public static TaggedObject folder(String ref) {
        return new TaggedObject("Folder", ref);
    }
}
