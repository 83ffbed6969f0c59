package dev.vspherecloud.csi.domain.placement;

/// How one host has mounted a datastore.
///
/// @param isMounted    false if an administrator unmounted the datastore on this host
/// @param isAccessible false if the host lost the paths to the storage, or if vCenter lost the host
/// @param isReadOnly   true if the host cannot write to the datastore
public record HostMount(boolean isMounted, boolean isAccessible, boolean isReadOnly) {
    /// The usual state.
    public static final HostMount WRITABLE = new HostMount(true, true, false);

    /// Returns true if the VMs of the host can use disks on the datastore, apart from a failure that passes. Failures
    /// do not count because the topology of a volume never changes.
    boolean isLasting() {
        return isMounted && !isReadOnly;
    }
}
