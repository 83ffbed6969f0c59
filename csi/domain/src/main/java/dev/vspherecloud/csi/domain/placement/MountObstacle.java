package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Optional;

/// Says why a VM cannot use a disk on a datastore, by the mounts of its host. Pure.
public final class MountObstacle {
    /// The largest number of hosts in a sentence.
    private static final int MAX_HOSTS = 4;

    private MountObstacle() {}

    /// Returns why the host of a VM does not give it a disk on a datastore, and what to do; empty if the host has
    /// mounted the datastore, or if the datastore is not known.
    ///
    /// @param vm   for messages
    /// @param host the host of the VM, by [StorageHost#id]
    public static Optional<String> of(String vm, String host, String datastoreUrl, StorageInventory inventory) {
        return inventory.datastores().stream()
                .filter(datastore -> datastore.url().equals(datastoreUrl))
                .findFirst()
                .filter(datastore -> !datastore.isSeenBy(host))
                .map(datastore -> "host %s of VM %s %s datastore %s, %s"
                        .formatted(
                                inventory.hostName(host),
                                vm,
                                isMounted(datastore, host) ? "can only read" : "does not mount",
                                datastore.name(),
                                others(datastore, inventory)));
    }

    private static boolean isMounted(DatastoreState datastore, String host) {
        return Optional.ofNullable(datastore.mounts().get(host))
                .filter(HostMount::isMounted)
                .isPresent();
    }

    private static String others(DatastoreState datastore, StorageInventory inventory) {
        List<String> hosts = datastore.mounts().keySet().stream()
                .filter(datastore::isSeenBy)
                .map(inventory::hostName)
                .sorted()
                .toList();
        if (hosts.isEmpty()) {
            return "and no other host can use it; mount the datastore on the host";
        }
        return hosts.size() > MAX_HOSTS
                ? "which %d other hosts mount; move the Pod to a Node on one of them, or set topology-categories"
                        .formatted(hosts.size())
                : "which only %s %s; move the Pod to a Node there, or set topology-categories"
                        .formatted(String.join(", ", hosts), hosts.size() == 1 ? "mounts" : "mount");
    }
}
