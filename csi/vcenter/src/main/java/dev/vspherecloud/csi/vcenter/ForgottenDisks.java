package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.attachment.DiskHolders;
import dev.vspherecloud.csi.domain.deletion.NamingObject;
import dev.vspherecloud.csi.domain.deletion.NamingObjects;
import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.csi.operations.ForgottenVolumes;
import dev.vspherecloud.csi.reconcile.metadata.MetadataWriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The volumes that CNS of one vCenter has forgotten, although their disks exist: after a restore of vCenter from a
/// backup, or a repair of its database.
///
/// A disk exists if a followed VM has it, or if the catalogue of First Class Disks does. It does not exist only if both
/// say so: the catalogue is as old as the backup, too.
///
/// Threads: any number of callers.
final class ForgottenDisks implements ForgottenVolumes {
    /// The shortest time between the beginnings of two registrations of one disk.
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(ForgottenDisks.class);

    private final String vcenter;
    private final Catalogue catalogue;
    private final Registry registry;
    private final Cluster cluster;
    private final LongSupplier nanoTime;
    private final Map<String, Long> begun = new ConcurrentHashMap<>();

    /// The First Class Disks of the vCenter.
    interface Catalogue {
        DiskPresence find(String volumeId, Duration budget) throws InterruptedException;
    }

    /// Registers disks as volumes.
    interface Registry {
        MetadataWriteResult register(String volumeName, DesiredMetadata desired, Duration budget);
    }

    /// What this cluster knows of a volume.
    interface Cluster {
        /// Returns the objects of the API server that name the volume.
        NamingObjects objectsOf(String volumeId, Duration budget);

        /// Returns the VMs of a vCenter that have the disk of the volume.
        ///
        /// @param vcenter the name of the vCenter
        DiskHolders holders(String volumeId, String vcenter);

        /// Reports that the volume was registered again, on each PersistentVolume among the objects.
        void reportRegistered(NamingObjects objects, String message);
    }

    /// Creates the object.
    ///
    /// @param vcenter the name of the vCenter
    ForgottenDisks(String vcenter, Catalogue catalogue, Registry registry, Cluster cluster, LongSupplier nanoTime) {
        this.vcenter = vcenter;
        this.catalogue = catalogue;
        this.registry = registry;
        this.cluster = cluster;
        this.nanoTime = nanoTime;
    }

    /// {@inheritDoc}
    ///
    /// A file volume is no First Class Disk: that CNS does not list it is all that can be known. No disk has
    /// another id than a UUID.
    @Override
    public DiskPresence find(String volumeId, Duration budget) {
        if (VolumeForm.of(volumeId) != VolumeForm.BLOCK) {
            return new DiskPresence.Absent();
        }
        DiskHolders holders = cluster.holders(volumeId, vcenter);
        if (holders instanceof DiskHolders.Known(List<String> vms) && !vms.isEmpty()) {
            return new DiskPresence.Present("%s has its disk".formatted(vms.getFirst()));
        }
        DiskPresence disk = inCatalogue(volumeId, budget);
        return disk instanceof DiskPresence.Absent && holders instanceof DiskHolders.Unknown(String why)
                ? new DiskPresence.Unknown(why)
                : disk;
    }

    private DiskPresence inCatalogue(String volumeId, Duration budget) {
        try {
            return catalogue.find(volumeId, budget);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new DiskPresence.Unknown("the driver stops; the call is repeated");
        }
    }

    /// Returns why a call cannot go on about a volume that CNS does not list; empty if its disk certainly does not
    /// exist. A disk that exists is registered again.
    Optional<String> reasonToWait(String volumeId, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        return switch (find(volumeId, budget)) {
            case DiskPresence.Absent() -> Optional.empty();
            case DiskPresence.Present present ->
                Optional.of(present.sentence(volumeId) + "; " + register(volumeId, Optional.empty(), left(end)));
            case DiskPresence.Unknown unknown -> Optional.of(unknown.sentence(volumeId));
        };
    }

    @Override
    public String register(String volumeId, Optional<String> name, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        if (!mayBegin(volumeId)) {
            return "its registration has begun; the call is repeated";
        }
        NamingObjects objects = cluster.objectsOf(volumeId, budget);
        String volumeName = name.or(() -> nameOf(objects)).orElse(volumeId);
        return switch (registry.register(volumeName, new DesiredMetadata(volumeId, List.of()), left(end))) {
            case MetadataWriteResult.Done() -> {
                log.atWarn()
                        .addKeyValue("handle", volumeId)
                        .addKeyValue("vcenter", vcenter)
                        .log("CNS had forgotten the volume; its disk is registered again");
                cluster.reportRegistered(
                        objects,
                        "CNS of vCenter %s did not list volume %s, whose disk exists; it was registered again"
                                .formatted(vcenter, volumeId));
                yield "it was registered again; the call is repeated";
            }
            case MetadataWriteResult.NotFound(String problem) -> notRegistered(problem);
            case MetadataWriteResult.Refused(String problem) -> notRegistered(problem);
            case MetadataWriteResult.Failed(String problem) -> notRegistered(problem);
        };
    }

    private Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
    }

    private static String notRegistered(String problem) {
        return "it is not registered again yet: %s; the call is repeated".formatted(problem);
    }

    /// Lets one of the calls that find the same disk register it.
    private boolean mayBegin(String volumeId) {
        long now = nanoTime.getAsLong();
        begun.values().removeIf(time -> now - time >= PAUSE.toNanos());
        return begun.putIfAbsent(volumeId, now) == null;
    }

    private static Optional<String> nameOf(NamingObjects objects) {
        return objects instanceof NamingObjects.Complete(List<NamingObject> naming)
                ? naming.stream()
                        .filter(NamingObject.PersistentVolume.class::isInstance)
                        .map(NamingObject::name)
                        .sorted()
                        .map(OperationName::ofVolume)
                        .findFirst()
                : Optional.empty();
    }
}
