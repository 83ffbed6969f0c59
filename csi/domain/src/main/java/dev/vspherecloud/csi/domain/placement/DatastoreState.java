package dev.vspherecloud.csi.domain.placement;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A datastore of a vCenter.
///
/// @param id            its reference in vCenter, as in `datastore-15`
/// @param url           as in `ds:///vmfs/volumes/1/`; empty if it is not known
/// @param type          as in `VMFS`; may be empty
/// @param isAccessible  false if no host of the vCenter reaches it
/// @param maintenance   the maintenance mode in the words of vCenter; `normal` if there is none
/// @param isSuspended   true if an administrator suspended it for new volumes, see [#SUSPENDED_VALUE]
/// @param capacityBytes its size; 0 if it is not known
/// @param mounts        the hosts that have mounted it, by [StorageHost#id]
/// @param cluster       the name of its datastore cluster
/// @param preferredFor  the tag values for which it is preferred
public record DatastoreState(
        String id,
        String name,
        String url,
        String type,
        boolean isAccessible,
        String maintenance,
        boolean isSuspended,
        long capacityBytes,
        Map<String, HostMount> mounts,
        Optional<String> cluster,
        Set<String> preferredFor) {
    /// The value of a custom attribute in vCenter that suspends a datastore for new volumes, whatever the attribute is
    /// named.
    ///
    /// Rule from: vsphere-csi-driver, pkg/common/cns-lib/vsphere, IsVolumeCreationSuspended.
    public static final String SUSPENDED_VALUE = "cns.vmware.com/datastoreSuspended";

    /// The maintenance mode of a datastore that is not in maintenance.
    public static final String NO_MAINTENANCE = "normal";

    public DatastoreState {
        mounts = Map.copyOf(mounts);
        preferredFor = Set.copyOf(preferredFor);
    }

    boolean isInMaintenance() {
        return !maintenance.equals(NO_MAINTENANCE);
    }

    /// Returns true if a VM on the host can use disks on the datastore, apart from a failure that passes.
    boolean isSeenBy(String host) {
        HostMount mount = mounts.get(host);
        return mount != null && mount.isLasting();
    }
}
