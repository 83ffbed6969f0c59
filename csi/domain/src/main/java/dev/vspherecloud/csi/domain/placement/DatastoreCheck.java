package dev.vspherecloud.csi.domain.placement;

import dev.vspherecloud.csi.domain.placement.DatastoreRefusal.Cause;
import java.util.List;
import java.util.Optional;

/// Decides whether a datastore can take a new volume now, whichever Nodes see it. Pure.
final class DatastoreCheck {
    private static final long MEBIBYTE = 1L << 20;

    /// A datastore with less free space takes no new volume. A thin disk may be larger than the free space, which
    /// vCenter allows; but a datastore that is nearly full must not get more disks.
    static final long RESERVE_BYTES = 1L << 30;

    private final PlacementRequest request;
    private final StorageInventory inventory;
    private final DatastoreFacts facts;

    DatastoreCheck(PlacementRequest request, StorageInventory inventory, DatastoreFacts facts) {
        this.request = request;
        this.inventory = inventory;
        this.facts = facts;
    }

    /// Returns the first reason against a datastore, in the order of what has to be corrected first; empty if there
    /// is none.
    Optional<DatastoreRefusal> refusal(DatastoreState datastore) {
        if (!datastore.isAccessible()) {
            return refusal(datastore, Cause.INACCESSIBLE, "is not accessible");
        }
        if (datastore.isInMaintenance()) {
            return refusal(datastore, Cause.MAINTENANCE, "is in maintenance (%s)".formatted(datastore.maintenance()));
        }
        if (datastore.isSuspended()) {
            return refusal(datastore, Cause.SUSPENDED, "is suspended for new volumes");
        }
        return policy(datastore)
                .or(() -> hosts(datastore))
                .or(() -> privileges(datastore))
                .or(() -> space(datastore));
    }

    private Optional<DatastoreRefusal> policy(DatastoreState datastore) {
        String problem = facts.policyProblems().get(datastore.id());
        return problem == null
                ? Optional.empty()
                : refusal(
                        datastore,
                        Cause.POLICY,
                        "does not comply with the storage policy %s%s"
                                .formatted(
                                        request.policy()
                                                .map(name -> '"' + name + '"')
                                                .orElse(""),
                                        problem.isEmpty() ? "" : " (%s)".formatted(problem)));
    }

    private Optional<DatastoreRefusal> hosts(DatastoreState datastore) {
        List<StorageHost> hosts = inventory.hosts().values().stream()
                .filter(host -> datastore.mounts().containsKey(host.id()))
                .toList();
        if (hosts.isEmpty() || hosts.stream().anyMatch(StorageHost::isUsable)) {
            return Optional.empty();
        }
        return refusal(
                datastore,
                Cause.HOSTS,
                "is mounted only on hosts in maintenance or not connected: "
                        + NodeSight.some(
                                hosts.stream().map(StorageHost::name).sorted().toList()));
    }

    private Optional<DatastoreRefusal> privileges(DatastoreState datastore) {
        List<String> missing = facts.missingPrivileges().getOrDefault(datastore.id(), List.of());
        return missing.isEmpty()
                ? Optional.empty()
                : refusal(datastore, Cause.PRIVILEGE, "lacks for the account " + String.join(" and ", missing));
    }

    private Optional<DatastoreRefusal> space(DatastoreState datastore) {
        long wanted = request.capacityMb() * MEBIBYTE;
        if (datastore.capacityBytes() > 0 && wanted > datastore.capacityBytes()) {
            return refusal(
                    datastore,
                    Cause.SPACE,
                    "has %s in all, expected %s".formatted(size(datastore.capacityBytes()), size(wanted)));
        }
        Long free = facts.freeBytes().get(datastore.id());
        return free == null || free >= Math.min(wanted, RESERVE_BYTES)
                ? Optional.empty()
                : refusal(datastore, Cause.SPACE, "has %s free, expected %s".formatted(size(free), size(wanted)));
    }

    /// Returns true if the volume would be larger than the free space.
    boolean isTight(DatastoreState datastore) {
        Long free = facts.freeBytes().get(datastore.id());
        return free != null && free < request.capacityMb() * MEBIBYTE;
    }

    private static Optional<DatastoreRefusal> refusal(DatastoreState datastore, Cause cause, String why) {
        return Optional.of(new DatastoreRefusal(label(datastore), cause, why));
    }

    /// Returns the name and the URL of a datastore for messages.
    static String label(DatastoreState datastore) {
        return datastore.url().isEmpty() ? datastore.name() : "%s (%s)".formatted(datastore.name(), datastore.url());
    }

    private static String size(long bytes) {
        return bytes >= 1L << 30 ? "%d GiB".formatted(bytes >> 30) : "%d MiB".formatted(bytes / MEBIBYTE);
    }
}
