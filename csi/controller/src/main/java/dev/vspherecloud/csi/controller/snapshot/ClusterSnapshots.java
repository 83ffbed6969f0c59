package dev.vspherecloud.csi.controller.snapshot;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.Found;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.NoVcenterHas;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.NotFound;
import dev.vspherecloud.csi.vcenter.location.VolumeLocator;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The snapshots of the volumes of all vCenters.
///
/// Threads: any number of callers.
public final class ClusterSnapshots implements Snapshots {
    private static final long MEBIBYTE = 1L << 20;

    /// How long the records are looked through for the name of a snapshot.
    private static final Duration LIST_BUDGET = Duration.ofSeconds(5);

    private final VolumeLocator<VcenterVolumes> locator;
    private final Function<Duration, ListResult<Map<String, RecordState>>> records;
    private final Supplier<SnapshotQuota> quota;
    private final SnapshotFailureReporter reporter;
    private final InstantSource clock;
    private final SnapshotNames names = new SnapshotNames();

    /// Creates the object.
    ///
    /// @param locator  finds the vCenter of a volume
    /// @param records  lists the records of operations in this time
    /// @param quota    returns the most snapshots of one volume
    /// @param events   about snapshots that are not created or not deleted
    /// @param accessReason returns why the driver cannot log in to a vCenter
    public ClusterSnapshots(
            VolumeLocator<VcenterVolumes> locator,
            Function<Duration, ListResult<Map<String, RecordState>>> records,
            Supplier<SnapshotQuota> quota,
            SnapshotEvents events,
            Supplier<Optional<ReasonCode>> accessReason,
            InstantSource clock) {
        this.locator = locator;
        this.records = records;
        this.quota = quota;
        this.reporter = new SnapshotFailureReporter(events, accessReason);
        this.clock = clock;
    }

    @Override
    public SnapshotCreateResult create(String name, VolumeHandle.Block source, Duration atMost)
            throws InterruptedException {
        SnapshotCreateResult result = tryToCreate(name, source, atMost);
        if (result instanceof VolumeFailure failure) {
            reporter.notCreated(name, failure);
        }
        return result;
    }

    private SnapshotCreateResult tryToCreate(String name, VolumeHandle.Block source, Duration atMost)
            throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (locator.find(source, atMost)) {
            case NotFound<VcenterVolumes> volume -> volume.failure();
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) -> {
                Optional<VolumeFailure> conflict = names.conflict(name, source.id(), new NameSources(this, deadline));
                if (conflict.isPresent()) {
                    yield conflict.get();
                }
                var request = new OperationRequest.CreateSnapshot(name, id, quota.get(), false);
                SnapshotCreateResult result = vcenter.executor().createSnapshot(request, deadline);
                if (result instanceof VolumeFailure failure && failure.code().isFinal()) {
                    names.forget(name, source.id());
                }
                yield result;
            }
        };
    }

    /// Looks for the name of a snapshot in the records and in CNS.
    private record NameSources(ClusterSnapshots snapshots, Instant deadline) implements SnapshotNames.Sources {
        @Override
        public ListResult<Map<String, RecordState>> records() {
            Duration left = snapshots.left(deadline);
            return snapshots.records.apply(left.compareTo(LIST_BUDGET) < 0 ? left : LIST_BUDGET);
        }

        @Override
        public SnapshotListResult snapshotsOf(String volume) throws InterruptedException {
            return snapshots.ofVolume(new VolumeHandle.Block(volume), snapshots.left(deadline));
        }
    }

    private Duration left(Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public VolumeDeleteResult delete(SnapshotHandle snapshot, Duration atMost) throws InterruptedException {
        VolumeDeleteResult result = tryToDelete(snapshot, atMost);
        if (result instanceof VolumeFailure failure) {
            reporter.notDeleted(snapshot, failure);
        }
        return result;
    }

    private VolumeDeleteResult tryToDelete(SnapshotHandle snapshot, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (locator.find(snapshot.volume(), atMost)) {
            case NoVcenterHas<VcenterVolumes> _ -> new VolumeDeleteResult.Deleted(snapshot.snapshotId());
            case NotFound<VcenterVolumes> volume -> volume.failure();
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) -> {
                VolumeDeleteResult result = vcenter.executor()
                        .deleteSnapshot(
                                new OperationRequest.DeleteSnapshot(
                                        id, snapshot.snapshotId(), false, DeletionCause.REQUESTED),
                                deadline);
                if (result instanceof VolumeDeleteResult.Deleted) {
                    names.onDeleted(id);
                }
                yield result;
            }
        };
    }

    @Override
    public SnapshotListResult find(SnapshotHandle snapshot, Duration atMost) throws InterruptedException {
        return ofVolume(snapshot.volume(), each -> each.id().equals(snapshot.snapshotId()), atMost);
    }

    @Override
    public SnapshotListResult ofVolume(VolumeHandle.Block volume, Duration atMost) throws InterruptedException {
        return ofVolume(volume, _ -> true, atMost);
    }

    private SnapshotListResult ofVolume(VolumeHandle.Block handle, Predicate<ObservedSnapshot> which, Duration atMost)
            throws InterruptedException {
        return switch (locator.find(handle, atMost)) {
            case NoVcenterHas<VcenterVolumes> _ -> new SnapshotListResult.Complete(List.of());
            case NotFound<VcenterVolumes> volume ->
                new SnapshotListResult.Incomplete(volume.failure().message());
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) ->
                vcenter.withSnapshots(id, atMost) instanceof VolumesResult.Found(List<ObservedVolume> found)
                        ? new SnapshotListResult.Complete(found.stream()
                                .filter(each -> each.clusters().contains(vcenter.clusterId()))
                                .flatMap(each -> each.snapshots().stream()
                                        .filter(which)
                                        .filter(snapshot -> isLasting(each, snapshot))
                                        .map(snapshot -> entry(each, snapshot)))
                                .toList())
                        : new SnapshotListResult.Incomplete("vCenter %s does not return the snapshots of volume %s"
                                .formatted(vcenter.server(), handle.id()));
        };
    }

    private static boolean isLasting(ObservedVolume volume, ObservedSnapshot snapshot) {
        return OperationName.cloneOfTemporary(snapshot.description(), volume.id())
                .isEmpty();
    }

    private static SnapshotListResult.Entry entry(ObservedVolume volume, ObservedSnapshot snapshot) {
        return new SnapshotListResult.Entry(
                volume.id() + "+" + snapshot.id(),
                volume.id(),
                volume.capacityMb() * MEBIBYTE,
                snapshot.created(),
                snapshot.description());
    }

    /// Asks for the snapshots of some volumes at a time, in the order of the volumes, until there are enough.
    @Override
    public SnapshotListResult list(String after, int count, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        String first = after.isEmpty() ? "" : after.substring(0, after.indexOf('+'));
        var entries = new ArrayList<SnapshotListResult.Entry>();
        for (VcenterVolumes vcenter : locator.vcenters()) {
            var found = new ArrayList<SnapshotListResult.Entry>();
            Optional<String> problem = vcenter.eachWithSnapshots(first, left(deadline), volume -> {
                volume.snapshots().stream()
                        .filter(snapshot -> isLasting(volume, snapshot))
                        .map(snapshot -> entry(volume, snapshot))
                        .filter(each -> each.handle().compareTo(after) > 0)
                        .forEach(found::add);
                return count == 0 || found.size() < count;
            });
            if (problem.isPresent()) {
                return new SnapshotListResult.Incomplete(
                        "vCenter %s did not list all snapshots: %s".formatted(vcenter.server(), problem.get()));
            }
            entries.addAll(found);
        }
        entries.sort(Comparator.comparing(SnapshotListResult.Entry::handle));
        return new SnapshotListResult.Complete(entries);
    }
}
