package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.application.controller.SnapshotListResult;
import dev.vspherecloud.csi.application.controller.Snapshots;
import dev.vspherecloud.csi.application.storage.ClusterVolumes.Located;
import dev.vspherecloud.csi.application.storage.ClusterVolumes.Prepared;
import dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents;
import dev.vspherecloud.csi.config.volume.SnapshotHandle;
import dev.vspherecloud.csi.config.volume.VolumeHandle;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.volumes.SnapshotCreateResult;
import dev.vspherecloud.csi.volumes.VolumeDeleteResult;
import dev.vspherecloud.csi.volumes.VolumeFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The snapshots of the volumes of all vCenters.
///
/// Threads: any number of callers.
public final class ClusterSnapshots implements Snapshots {
    private static final long MEBIBYTE = 1L << 20;

    private final Supplier<List<VcenterVolumes>> vcenters;
    private final ClusterVolumes volumes;
    private final Supplier<SnapshotQuota> quota;
    private final SnapshotFailureReporter reporter;
    private final InstantSource clock;
    private final SnapshotNames names = new SnapshotNames();

    /// Creates the object.
    ///
    /// @param vcenters returns the vCenters in use
    /// @param volumes  tells which vCenter has a volume
    /// @param quota    returns the most snapshots of one volume
    /// @param events   about snapshots that are not created or not deleted
    public ClusterSnapshots(
            Supplier<List<VcenterVolumes>> vcenters,
            ClusterVolumes volumes,
            Supplier<SnapshotQuota> quota,
            SnapshotEvents events,
            InstantSource clock) {
        this.vcenters = vcenters;
        this.volumes = volumes;
        this.quota = quota;
        this.reporter = new SnapshotFailureReporter(events, volumes::accessReason);
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
        return switch (volumes.located(source, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure failure) -> failure;
            case Prepared.Ready<Located>(Located volume) -> {
                Optional<VolumeFailure> conflict = conflict(name, source, deadline);
                if (conflict.isPresent()) {
                    yield conflict.get();
                }
                var request = new OperationRequest.CreateSnapshot(name, volume.id(), quota.get(), false);
                SnapshotCreateResult result = volume.vcenter().executor().createSnapshot(request, deadline);
                if (result instanceof VolumeFailure failure && failure.code().isFinal()) {
                    names.forget(name, source.id());
                }
                yield result;
            }
        };
    }

    /// Returns the failure, if another volume has a snapshot with this name.
    private Optional<VolumeFailure> conflict(String name, VolumeHandle.Block source, Instant deadline)
            throws InterruptedException {
        if (!names.isComplete() && list("", 0, left(deadline)) instanceof SnapshotListResult.Complete(var existing)) {
            var known = new HashMap<String, String>();
            existing.forEach(entry -> nameOf(entry).ifPresent(each -> known.put(each, entry.volume())));
            names.complete(known);
        }
        Optional<String> other = names.reserve(name, source.id());
        if (other.isEmpty() || !has(other.get(), name, left(deadline))) {
            other.ifPresent(gone -> {
                names.forget(name, gone);
                Optional<String> _ = names.reserve(name, source.id());
            });
            return Optional.empty();
        }
        return Optional.of(new VolumeFailure.ExistsIncompatible(
                "a snapshot with the name %s exists of volume %s, the request asks for one of volume %s; delete it, or use another name"
                        .formatted(name, other.get(), source.id())));
    }

    private Optional<String> nameOf(SnapshotListResult.Entry entry) {
        return entry.description().endsWith("-" + entry.volume())
                ? Optional.of(entry.description()
                        .substring(
                                0, entry.description().length() - entry.volume().length() - 1))
                : Optional.empty();
    }

    /// Returns true if the volume has, or may have, a snapshot with this name.
    private boolean has(String volume, String name, Duration atMost) throws InterruptedException {
        return !(ofVolume(new VolumeHandle.Block(volume), atMost) instanceof SnapshotListResult.Complete(var all))
                || all.stream().anyMatch(each -> nameOf(each).equals(Optional.of(name)));
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
        return switch (volumes.located(snapshot.volume(), atMost)) {
            case Prepared.Failed<Located>(VolumeFailure.RefusedByFault(OperationCode code, var _))
            when code == OperationCode.NOT_FOUND -> new VolumeDeleteResult.Deleted(snapshot.snapshotId());
            case Prepared.Failed<Located>(VolumeFailure failure) -> failure;
            case Prepared.Ready<Located>(Located volume) ->
                volume.vcenter()
                        .executor()
                        .deleteSnapshot(
                                new OperationRequest.DeleteSnapshot(volume.id(), snapshot.snapshotId(), false),
                                deadline);
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
        return switch (volumes.located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure failure) ->
                failure.code() == OperationCode.NOT_FOUND
                        ? new SnapshotListResult.Complete(List.of())
                        : new SnapshotListResult.Incomplete(failure.message());
            case Prepared.Ready<Located>(Located volume) ->
                volume.vcenter().withSnapshots(volume.id(), atMost)
                                instanceof VolumesResult.Found(List<ObservedVolume> found)
                        ? new SnapshotListResult.Complete(found.stream()
                                .filter(each -> each.clusters()
                                        .contains(volume.vcenter().clusterId()))
                                .flatMap(each -> each.snapshots().stream()
                                        .filter(which)
                                        .filter(snapshot -> isLasting(each, snapshot))
                                        .map(snapshot -> entry(each, snapshot)))
                                .toList())
                        : new SnapshotListResult.Incomplete("vCenter %s does not return the snapshots of volume %s"
                                .formatted(volume.vcenter().server(), handle.id()));
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
        for (VcenterVolumes vcenter : vcenters.get()) {
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
