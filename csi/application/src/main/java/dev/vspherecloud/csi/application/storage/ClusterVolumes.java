package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.application.controller.AccessibleSegments;
import dev.vspherecloud.csi.application.controller.Capacities;
import dev.vspherecloud.csi.application.controller.DiskPathResult;
import dev.vspherecloud.csi.application.controller.NewVolume;
import dev.vspherecloud.csi.application.controller.StorageCapacityResult;
import dev.vspherecloud.csi.application.controller.VolumeListResult;
import dev.vspherecloud.csi.application.controller.VolumeSearchResult;
import dev.vspherecloud.csi.application.controller.Volumes;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.VolumeRecordResult;
import dev.vspherecloud.csi.cluster.volume.MigratedVolumeResult;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.config.volume.StorageClassParameters;
import dev.vspherecloud.csi.config.volume.VolumeHandle;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.node.DriverNodes;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.volumes.RecordStore;
import dev.vspherecloud.csi.volumes.VolumeCreateResult;
import dev.vspherecloud.csi.volumes.VolumeDeleteResult;
import dev.vspherecloud.csi.volumes.VolumeExpandResult;
import dev.vspherecloud.csi.volumes.VolumeFailure;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The volumes of all vCenters.
///
/// With several vCenters, the record of a volume tells which one has it; without a record, all are asked at once. So a
/// vCenter that hangs delays only its own volumes.
///
/// Threads: any number of callers.
public final class ClusterVolumes implements Volumes, Capacities {
    private static final long MEBIBYTE = 1L << 20;

    /// The time for one request to the API server.
    private static final Duration API_BUDGET = Duration.ofSeconds(10);

    /// The time for the questions about the source of a volume.
    private static final Duration SOURCE_BUDGET = Duration.ofSeconds(20);

    private final Supplier<List<VcenterVolumes>> vcenters;
    private final RecordStore records;
    private final KubeVolumeVcenters volumeVcenters;
    private final KubeVolumeMigrations migrations;
    private final CreateFailureReporter reporter;
    private final Supplier<PlacementSettings> settings;
    private final VolumePlacement placement;
    private final Supplier<SnapshotQuota> snapshotQuota;
    private final CopySources sources = new CopySources();
    private final IntSupplier pageSize;
    private final InstantSource clock;

    /// Creates the object.
    ///
    /// @param vcenters   returns the vCenters in use, in the order of the configuration
    /// @param nodes      the Nodes from which volumes have to be accessible
    /// @param settings   returns the configuration in force
    /// @param snapshotQuota returns the most snapshots of one volume
    /// @param pageSize   returns the number of volumes in one page of a list
    public ClusterVolumes(
            Supplier<List<VcenterVolumes>> vcenters,
            RecordStore records,
            KubeVolumeVcenters volumeVcenters,
            KubeVolumeMigrations migrations,
            ClaimEvents events,
            DriverNodes nodes,
            Supplier<PlacementSettings> settings,
            Supplier<SnapshotQuota> snapshotQuota,
            IntSupplier pageSize,
            InstantSource clock) {
        this.vcenters = vcenters;
        this.records = records;
        this.volumeVcenters = volumeVcenters;
        this.migrations = migrations;
        this.reporter = new CreateFailureReporter(events, this::accessReason);
        this.settings = settings;
        this.placement = new VolumePlacement(settings, nodes, Sleeper.system());
        this.snapshotQuota = snapshotQuota;
        this.pageSize = pageSize;
        this.clock = clock;
    }

    /// What a call needs before it can begin, or why it cannot.
    sealed interface Prepared<T> {
        record Ready<T>(T value) implements Prepared<T> {}

        record Failed<T>(VolumeFailure failure) implements Prepared<T> {}
    }

    @Override
    public VolumeCreateResult create(NewVolume volume, Duration atMost) throws InterruptedException {
        Attempt attempt = tryToCreate(volume, atMost);
        if (attempt.result() instanceof VolumeFailure failure) {
            reporter.report(volume, failure, attempt.isPlacement());
        }
        return attempt.result();
    }

    /// The result of an attempt to create a volume.
    ///
    /// @param isPlacement true if it failed because no datastore fits
    private record Attempt(VolumeCreateResult result, boolean isPlacement) {
        Attempt(VolumeCreateResult result) {
            this(result, false);
        }
    }

    /// Returns why the driver cannot log in to a vCenter; empty if it can, or if that is not known.
    Optional<ReasonCode> accessReason() {
        return vcenters.get().stream()
                .flatMap(vcenter -> vcenter.accessReason().stream())
                .findFirst();
    }

    private Attempt tryToCreate(NewVolume volume, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        Optional<VolumeFailure> conflict = sources.conflict(volume);
        if (conflict.isPresent()) {
            return new Attempt(conflict.get());
        }
        return switch (vcentersFor(volume, atMost)) {
            case Prepared.Failed<List<VcenterVolumes>>(VolumeFailure failure) -> new Attempt(failure);
            case Prepared.Ready<List<VcenterVolumes>>(List<VcenterVolumes> among) -> {
                Attempt first = createIn(among, volume, deadline);
                if (!(first.result() instanceof VolumeFailure.OtherVcenter other)) {
                    yield first;
                }
                // An earlier call has chosen another vCenter.
                yield switch (named(other.vcenter())) {
                    case Prepared.Failed<VcenterVolumes>(VolumeFailure failure) -> new Attempt(failure);
                    case Prepared.Ready<VcenterVolumes>(VcenterVolumes vcenter) ->
                        createIn(List.of(vcenter), volume, deadline);
                };
            }
        };
    }

    /// Returns the vCenters among which to choose. A copy has to lie where its source is.
    private Prepared<List<VcenterVolumes>> vcentersFor(NewVolume volume, Duration atMost) throws InterruptedException {
        List<VcenterVolumes> all = vcenters.get();
        if (all.isEmpty()) {
            return new Prepared.Failed<>(
                    new VolumeFailure.Unavailable("no vCenter is connected; the call is repeated"));
        }
        if (all.size() == 1 || volume.source().isEmpty()) {
            return new Prepared.Ready<>(all);
        }
        return switch (located(CopySources.volumeOf(volume.source().get()), atMost)) {
            case Prepared.Ready<Located>(Located source) -> new Prepared.Ready<>(List.of(source.vcenter()));
            case Prepared.Failed<Located>(VolumeFailure failure) ->
                failure.code() == OperationCode.NOT_FOUND
                        ? new Prepared.Ready<>(List.of(all.getFirst()))
                        : new Prepared.Failed<>(failure);
        };
    }

    private Attempt createIn(List<VcenterVolumes> among, NewVolume volume, Instant deadline)
            throws InterruptedException {
        return switch (CopySources.find(volume, among.getFirst(), snapshotQuota.get(), SOURCE_BUDGET)) {
            case CopySources.Result.Failed(VolumeFailure failure) -> new Attempt(failure);
            case CopySources.Result.Known source -> createFrom(source, among, volume, deadline);
        };
    }

    private Attempt createFrom(
            CopySources.Result.Known source, List<VcenterVolumes> among, NewVolume volume, Instant deadline)
            throws InterruptedException {
        Duration left = Duration.between(clock.instant(), deadline);
        return switch (placement.choose(volume, source.datastoreUrl(), among, left)) {
            case VolumePlace.NotKnown(String why) -> new Attempt(new VolumeFailure.Unavailable(why));
            case VolumePlace.Refused refused ->
                new Attempt(refused(source, volume, refused, deadline), refused.isPlacement());
            case VolumePlace.Chosen(VcenterVolumes vcenter, var datastores, var acceptable, var policyId) -> {
                CnsCreateSpec spec = CnsCreateSpec.newDisk(
                        OperationName.ofVolume(volume.name()),
                        volume.capacityMb(),
                        datastores,
                        new CnsVolumeMetadata(vcenter.cluster(), List.of()));
                VolumeCreateResult result = vcenter.executor()
                        .create(
                                request(source, volume, vcenter, acceptable),
                                policyId.map(spec::withStoragePolicy).orElse(spec),
                                deadline);
                if (result instanceof VolumeCreateResult.Created created) {
                    sources.onCreated(volume, created.volumeId());
                } else if (policyId.isPresent() && result instanceof VolumeFailure.RefusedByFault) {
                    vcenter.onPolicyRefused(policyId.get());
                }
                yield new Attempt(recorded(result, vcenter));
            }
        };
    }

    private static OperationRequest.Create request(
            CopySources.Result.Known source, NewVolume volume, VcenterVolumes vcenter, Set<String> urls) {
        return new OperationRequest.Create(
                volume.name(), vcenter.cluster().clusterId(), volume.capacityMb(), urls, source.origin());
    }

    /// No new volume can be created. If an earlier call with this name has begun, its volume may exist: it may even
    /// be what fills the datastore.
    private VolumeCreateResult refused(
            CopySources.Result.Known source, NewVolume volume, VolumePlace.Refused refused, Instant deadline)
            throws InterruptedException {
        VolumeFailure failure = refused.failure();
        if (!mayHaveBegun(volume.name(), API_BUDGET)) {
            return failure;
        }
        if (refused.acceptable().isEmpty()) {
            return notBegun(volume.name(), failure);
        }
        VcenterVolumes vcenter = refused.acceptable().getFirst().vcenter();
        VolumeCreateResult result =
                adopt(source, volume, refused, refused.acceptable().getFirst(), deadline);
        if (result instanceof VolumeFailure.OtherVcenter(String other, var _)) {
            Optional<VolumePlace.Acceptable> elsewhere = refused.acceptable().stream()
                    .filter(each -> each.vcenter().server().equals(other))
                    .findFirst();
            return elsewhere.isPresent()
                    ? recorded(
                            adopt(source, volume, refused, elsewhere.get(), deadline),
                            elsewhere.get().vcenter())
                    : result;
        }
        return recorded(result, vcenter);
    }

    private static VolumeCreateResult adopt(
            CopySources.Result.Known source,
            NewVolume volume,
            VolumePlace.Refused refused,
            VolumePlace.Acceptable where,
            Instant deadline) {
        return where.vcenter()
                .executor()
                .adopt(
                        request(source, volume, where.vcenter(), where.urls()),
                        refused.code(),
                        refused.message(),
                        deadline);
    }

    /// Returns the failure, with a code that is not final if an earlier call with this name may still run.
    private VolumeCreateResult notBegun(String name, VolumeFailure failure) throws InterruptedException {
        return failure.code().isFinal() && mayHaveBegun(name, API_BUDGET)
                ? new VolumeFailure.Unavailable(failure.message() + "; an earlier request with this name may still run")
                : failure;
    }

    /// Records which vCenter has a new volume.
    private VolumeCreateResult recorded(VolumeCreateResult result, VcenterVolumes vcenter) throws InterruptedException {
        if (!(result instanceof VolumeCreateResult.Created created) || !hasSeveral()) {
            return result;
        }
        return volumeVcenters.create(created.volumeId(), vcenter.server(), API_BUDGET)
                        instanceof VolumeRecordResult.Unknown(String problem)
                ? new VolumeFailure.Unavailable(
                        "volume %s was created, and cannot be recorded: %s".formatted(created.volumeId(), problem))
                : result;
    }

    private Prepared<VcenterVolumes> named(String server) {
        return vcenters.get().stream()
                .filter(each -> each.server().equals(server))
                .findFirst()
                .<Prepared<VcenterVolumes>>map(Prepared.Ready::new)
                .orElseGet(() -> new Prepared.Failed<>(new VolumeFailure.Unavailable(
                        "vCenter %s is not in the configuration; add it again".formatted(server))));
    }

    @Override
    public Set<String> topologyKeys() {
        return settings.get().labelKeys();
    }

    @Override
    public AccessibleSegments accessible(NewVolume volume, String datastoreUrl) {
        return placement.accessible(volume.topology(), datastoreUrl, vcenters.get());
    }

    @Override
    public DiskPathResult recordDiskPath(String volumeId, Duration atMost) throws InterruptedException {
        VolumeRecordResult recorded = migrations.path(volumeId, API_BUDGET);
        if (recorded instanceof VolumeRecordResult.Absent) {
            switch (diskPath(volumeId, atMost)) {
                case Prepared.Ready<String>(String path) -> recorded = migrations.create(volumeId, path, API_BUDGET);
                case Prepared.Failed<String>(VolumeFailure failure) -> {
                    return notRecorded(volumeId, failure.message());
                }
            }
        }
        return switch (recorded) {
            case VolumeRecordResult.Found(String path) -> new DiskPathResult.Recorded(path);
            case VolumeRecordResult.Unknown(String problem) -> notRecorded(volumeId, problem);
            case VolumeRecordResult.Absent _ -> notRecorded(volumeId, "its record is gone");
        };
    }

    private Prepared<String> diskPath(String volumeId, Duration atMost) throws InterruptedException {
        return switch (locatedById(volumeId, atMost)) {
            case Prepared.Ready<Located>(Located volume) -> volume.vcenter().diskPath(volumeId, atMost);
            case Prepared.Failed<Located>(VolumeFailure failure) -> new Prepared.Failed<>(failure);
        };
    }

    private static DiskPathResult notRecorded(String volumeId, String why) {
        return new DiskPathResult.NotRecorded(new VolumeFailure.Unavailable(
                "volume %s exists, and the path of its disk is not recorded for the StorageClass of the in-tree driver: %s"
                        .formatted(volumeId, why)));
    }

    @Override
    public StorageCapacityResult capacity(
            StorageClassParameters parameters, TopologyRequirement topology, Duration atMost)
            throws InterruptedException {
        return placement.capacity(parameters, topology, vcenters.get(), atMost);
    }

    @Override
    public VolumeDeleteResult delete(VolumeHandle handle, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure.RefusedByFault(OperationCode code, var _))
            when code == OperationCode.NOT_FOUND && !(handle instanceof VolumeHandle.InTree) ->
                new VolumeDeleteResult.Deleted(handle.text());
            case Prepared.Failed<Located>(VolumeFailure failure) -> failure;
            case Prepared.Ready<Located>(Located volume) -> {
                var request = new OperationRequest.Delete(
                        volume.id(), volume.vcenter().cluster().clusterId(), DeletionCause.REQUESTED);
                VolumeDeleteResult result = volume.vcenter().executor().delete(request, deadline);
                yield result instanceof VolumeDeleteResult.Deleted ? forgotten(result, handle, volume.id()) : result;
            }
        };
    }

    /// Deletes what this process and the API server have about a volume that is gone.
    private VolumeDeleteResult forgotten(VolumeDeleteResult deleted, VolumeHandle handle, String id)
            throws InterruptedException {
        sources.onDeleted(id);
        List<RemovalResult> removals = new ArrayList<>();
        if (hasSeveral()) {
            removals.add(volumeVcenters.delete(id, API_BUDGET));
        }
        if (handle instanceof VolumeHandle.InTree) {
            removals.add(migrations.delete(id, API_BUDGET));
        }
        return removals.stream()
                .flatMap(removal ->
                        removal instanceof RemovalResult.Failed(String problem) ? Stream.of(problem) : Stream.empty())
                .findFirst()
                .<VolumeDeleteResult>map(VolumeFailure.Unavailable::new)
                .orElse(deleted);
    }

    @Override
    public VolumeExpandResult expand(VolumeHandle handle, long capacityMb, Duration atMost)
            throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure failure) -> failure;
            case Prepared.Ready<Located>(Located volume) ->
                volume.vcenter().executor().expand(new OperationRequest.Expand(volume.id(), capacityMb), deadline);
        };
    }

    @Override
    public VolumeSearchResult find(VolumeHandle handle, Duration atMost) throws InterruptedException {
        return switch (located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure failure) ->
                failure.code() == OperationCode.NOT_FOUND
                        ? new VolumeSearchResult.NotFound()
                        : new VolumeSearchResult.Unknown(failure.message());
            case Prepared.Ready<Located>(Located volume) ->
                volume.vcenter()
                        .has(volume.id(), atMost)
                        .<VolumeSearchResult>map(
                                has -> has ? new VolumeSearchResult.Found() : new VolumeSearchResult.NotFound())
                        .orElseGet(() -> new VolumeSearchResult.Unknown("vCenter %s did not answer"
                                .formatted(volume.vcenter().server())));
        };
    }

    /// A volume, and the vCenter that has it.
    ///
    /// @param id the id in CNS
    record Located(VcenterVolumes vcenter, String id) {}

    Prepared<Located> located(VolumeHandle handle, Duration atMost) throws InterruptedException {
        return switch (handle) {
            case VolumeHandle.Block(String id) -> locatedById(id, atMost);
            case VolumeHandle.FileShare share -> locatedById(share.text(), atMost);
            case VolumeHandle.InTree disk ->
                switch (migrations.find(disk.text(), API_BUDGET)) {
                    case MigratedVolumeResult.Found(String id) -> locatedById(id, atMost);
                    case MigratedVolumeResult.NotFound() ->
                        failed(
                                OperationCode.NOT_FOUND,
                                "no CnsVSphereVolumeMigration names the disk %s, so it was never registered in CNS, and this driver does not register it; %s"
                                        .formatted(disk.text(), KubeVolumeMigrations.REGISTER_ADVICE));
                    case MigratedVolumeResult.Ambiguous(List<String> ids) ->
                        failed(
                                OperationCode.FAILED_PRECONDITION,
                                "several CnsVSphereVolumeMigrations name the disk %s (%s), expected one; delete the wrong ones"
                                        .formatted(disk.text(), String.join(", ", ids)));
                    case MigratedVolumeResult.Unknown(String problem) ->
                        new Prepared.Failed<>(new VolumeFailure.Unavailable(problem));
                };
        };
    }

    private static <T> Prepared<T> failed(OperationCode code, String message) {
        return new Prepared.Failed<>(new VolumeFailure.RefusedByFault(code, message));
    }

    private Prepared<Located> locatedById(String id, Duration atMost) throws InterruptedException {
        List<VcenterVolumes> all = vcenters.get();
        if (all.size() == 1) {
            return new Prepared.Ready<>(new Located(all.getFirst(), id));
        }
        return switch (volumeVcenters.read(id, API_BUDGET)) {
            case VolumeRecordResult.Found(String server) ->
                switch (named(server)) {
                    case Prepared.Ready<VcenterVolumes>(VcenterVolumes vcenter) ->
                        new Prepared.Ready<>(new Located(vcenter, id));
                    case Prepared.Failed<VcenterVolumes>(VolumeFailure failure) -> new Prepared.Failed<>(failure);
                };
            case VolumeRecordResult.Unknown(String problem) ->
                new Prepared.Failed<>(new VolumeFailure.Unavailable(problem));
            case VolumeRecordResult.Absent() -> searched(all, id, atMost);
        };
    }

    private static Prepared<Located> searched(List<VcenterVolumes> all, String id, Duration atMost)
            throws InterruptedException {
        return switch (VcenterSearch.find(
                all,
                vcenter -> vcenter.silence().isPresent(),
                (vcenter, budget) -> vcenter.has(id, budget),
                atMost,
                System::nanoTime)) {
            case VcenterSearch.Result.Found<VcenterVolumes>(VcenterVolumes vcenter) ->
                new Prepared.Ready<>(new Located(vcenter, id));
            case VcenterSearch.Result.NotFound<VcenterVolumes>() ->
                failed(
                        OperationCode.NOT_FOUND,
                        "volume %s does not exist in CNS; check the volume handle".formatted(id));
            case VcenterSearch.Result.Unknown<VcenterVolumes>(List<VcenterVolumes> silent) ->
                new Prepared.Failed<>(
                        new VolumeFailure.Unavailable("no vCenter shows volume %s, and these do not answer: %s"
                                .formatted(
                                        id,
                                        silent.stream()
                                                .map(VcenterVolumes::server)
                                                .collect(Collectors.joining(", ")))));
        };
    }

    @Override
    public VolumeListResult list(Duration atMost) throws InterruptedException {
        var entries = new ArrayList<VolumeListResult.Entry>();
        for (VcenterVolumes vcenter : vcenters.get()) {
            switch (vcenter.list(pageSize.getAsInt(), atMost)) {
                case CnsQueryResult.Complete(List<CnsVolume> volumes) ->
                    volumes.stream()
                            .map(volume -> new VolumeListResult.Entry(
                                    volume.id().id(), volume.capacityInMb().orElse(0) * MEBIBYTE))
                            .forEach(entries::add);
                case CnsQueryResult.Incomplete(var _, String why) -> {
                    return new VolumeListResult.Incomplete(
                            "vCenter %s did not list all volumes: %s".formatted(vcenter.server(), why));
                }
            }
        }
        return new VolumeListResult.Complete(entries);
    }

    @Override
    public boolean mayHaveBegun(String name, Duration atMost) {
        Duration budget = atMost.compareTo(API_BUDGET) < 0 ? atMost : API_BUDGET;
        return switch (records.read(OperationName.ofCreate(name), budget)) {
            case RecordState.Absent _ -> false;
            case RecordState.Present(OperationRecord record, var _) -> !record.isWithoutEffect();
            case RecordState.Unread _, RecordState.Unreadable _, RecordState.Unanswered _ -> true;
        };
    }

    private boolean hasSeveral() {
        return vcenters.get().size() > 1;
    }
}
