package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cluster.volume.KubeNamingObjects;
import dev.vspherecloud.csi.cluster.volume.VolumeEvents;
import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.attachment.DiskHolders;
import dev.vspherecloud.csi.domain.deletion.DeletionPolicy;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import dev.vspherecloud.csi.domain.deletion.NamingObjects;
import dev.vspherecloud.csi.operations.DeletionGate;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Asks the API server and the inventory what they know of a volume or snapshot before it is destroyed, and reports on
/// each PersistentVolume that stops it.
///
/// Deletions that begin at the same time share their lists.
///
/// Threads: any number of callers.
public final class DeletionGates implements ForgottenDisks.Cluster {
    /// How long to gather volumes for one search.
    private static final Duration GATHER = Duration.ofMillis(100);

    private static final int MAX_NAMES = 1000;

    private final DriverInventory inventory;
    private final VolumeEvents events;
    private final JoinedQueries<String, NamingObjects> volumes;
    private final JoinedQueries<String, NamingObjects> snapshots;

    public DeletionGates(
            KubeNamingObjects objects,
            DriverInventory inventory,
            VolumeEvents events,
            LongSupplier nanoTime,
            Sleeper sleeper) {
        this.inventory = inventory;
        this.events = events;
        this.volumes = joined(objects::ofVolumes, nanoTime, sleeper);
        this.snapshots = joined(objects::ofSnapshots, nanoTime, sleeper);
    }

    private static JoinedQueries<String, NamingObjects> joined(
            BiFunction<Set<String>, Duration, Map<String, NamingObjects>> lists,
            LongSupplier nanoTime,
            Sleeper sleeper) {
        return new JoinedQueries<>(
                (names, atMost) -> new BatchAnswer.Each<>(lists.apply(Set.copyOf(names), atMost)),
                MAX_NAMES,
                new NamingObjects.Unknown("the API server does not list its objects"),
                nanoTime,
                () -> GATHER,
                sleeper);
    }

    /// Returns true if a VM that the driver follows certainly has the disk of a volume.
    boolean isHeld(String volumeId) {
        return inventory.machines().holding(volumeId).anyMatch(machine -> !inventory
                .proofs()
                .isProven(machine.key()));
    }

    /// Returns the gate for the volumes of a vCenter.
    ///
    /// @param vcenter the name of the vCenter
    DeletionGate of(String vcenter) {
        return new DeletionGate() {
            @Override
            public DeletionVerdict volume(OperationRequest.Delete request, Duration budget) {
                NamingObjects names = objectsOf(request.volumeId(), budget);
                DeletionVerdict verdict =
                        DeletionPolicy.ofVolume(request.cause(), names, holders(request.volumeId(), vcenter));
                if (verdict instanceof DeletionVerdict.Stopped(var objects, String message)) {
                    events.notDeleted(objects, "volume %s was not deleted: %s".formatted(request.volumeId(), message));
                }
                return verdict;
            }

            @Override
            public DeletionVerdict snapshot(OperationRequest.DeleteSnapshot request, Duration budget) {
                String handle = request.volumeId() + "+" + request.snapshotId();
                return DeletionPolicy.ofSnapshot(request.cause(), names(snapshots, handle, budget));
            }
        };
    }

    @Override
    public NamingObjects objectsOf(String volumeId, Duration budget) {
        return names(volumes, volumeId, budget);
    }

    private static NamingObjects names(JoinedQueries<String, NamingObjects> queries, String name, Duration budget) {
        try {
            return queries.read(name, budget);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new NamingObjects.Unknown("the driver stops; the call is repeated");
        }
    }

    @Override
    public void reportRegistered(NamingObjects objects, String message) {
        if (objects instanceof NamingObjects.Complete(var all)) {
            events.registeredAgain(all, message);
        }
    }

    @Override
    public DiskHolders holders(String volumeId, String vcenter) {
        Set<String> gone = inventory.proofs().states().keySet().stream()
                .filter(inventory.proofs()::isProven)
                .map(NodeName::value)
                .collect(Collectors.toSet());
        DiskHolders holders = DiskHolders.of(volumeId, vcenter, inventory.machines(), gone);
        return holders instanceof DiskHolders.Known(var vms) && vms.isEmpty()
                ? unknownReason(vcenter)
                        .<DiskHolders>map(DiskHolders.Unknown::new)
                        .orElse(holders)
                : holders;
    }

    private Optional<String> unknownReason(String vcenter) {
        return inventory
                .unknownReason()
                .or(inventory::untrustedReason)
                .or(() -> inventory.silentVcenters().contains(vcenter)
                        ? Optional.of("vCenter %s does not report the disks of VMs".formatted(vcenter))
                        : Optional.empty());
    }
}
