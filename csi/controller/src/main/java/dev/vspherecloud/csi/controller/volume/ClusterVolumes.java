package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.VolumeRecordResult;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.controller.placement.Capacities;
import dev.vspherecloud.csi.controller.placement.PlacementSettings;
import dev.vspherecloud.csi.controller.placement.StorageCapacityResult;
import dev.vspherecloud.csi.controller.placement.VolumePlace;
import dev.vspherecloud.csi.controller.placement.VolumePlacement;
import dev.vspherecloud.csi.controller.request.AccessibleSegments;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.node.DriverNodes;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.RecordStore;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExpandResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.vcenter.Prepared;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.location.VcenterSearch;
import dev.vspherecloud.csi.vcenter.location.VolumeHandles;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.Found;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.NoVcenterHas;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.NotFound;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.Unregistered;
import dev.vspherecloud.csi.vcenter.location.VolumeLocator;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The volumes of all vCenters.
///
/// Threads: any number of callers.
public final class ClusterVolumes implements Volumes, Capacities {
    private static final long MEBIBYTE = 1L << 20;

    /// The time for one request to the API server.
    private static final Duration API_BUDGET = Duration.ofSeconds(10);

    /// The time for the questions about the source of a volume.
    private static final Duration SOURCE_BUDGET = Duration.ofSeconds(20);

    private static final CnsQueryResult NO_ANSWER =
            new CnsQueryResult.Incomplete(List.<CnsVolume>of(), "it did not answer in time");

    private final VolumeLocator<VcenterVolumes> locator;
    private final RecordStore records;
    private final KubeVolumeVcenters volumeVcenters;
    private final KubeVolumeMigrations migrations;
    private final CreateFailureReporter reporter;
    private final Supplier<PlacementSettings> settings;
    private final VolumePlacement placement;
    private final Supplier<SnapshotQuota> snapshotQuota;
    private final CopySources sources = new CopySources();
    private final VolumeHandles handles;
    private final InstantSource clock;

    /// Creates the object.
    ///
    /// @param locator    finds the vCenter of a volume
    /// @param handles    finds the handles of volumes
    /// @param nodes      the Nodes from which volumes have to be accessible
    /// @param settings   returns the configuration in force
    /// @param snapshotQuota returns the most snapshots of one volume
    public ClusterVolumes(
            VolumeLocator<VcenterVolumes> locator,
            VolumeHandles handles,
            RecordStore records,
            KubeVolumeVcenters volumeVcenters,
            KubeVolumeMigrations migrations,
            ClaimEvents events,
            DriverNodes nodes,
            Supplier<PlacementSettings> settings,
            Supplier<SnapshotQuota> snapshotQuota,
            InstantSource clock) {
        this.locator = locator;
        this.records = records;
        this.volumeVcenters = volumeVcenters;
        this.migrations = migrations;
        this.reporter = new CreateFailureReporter(events, this::accessReason);
        this.settings = settings;
        this.placement = new VolumePlacement(settings, nodes, Sleeper.system());
        this.snapshotQuota = snapshotQuota;
        this.handles = handles;
        this.clock = clock;
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
    public Optional<ReasonCode> accessReason() {
        return locator.vcenters().stream()
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
                Optional<VcenterVolumes> chosen = locator.named(other.vcenter());
                yield chosen.isPresent()
                        ? createIn(List.of(chosen.get()), volume, deadline)
                        : new Attempt(new VolumeFailure.Unavailable(VolumeLocator.notConfigured(other.vcenter())));
            }
        };
    }

    /// Returns the vCenters among which to choose. A copy has to lie where its source is.
    private Prepared<List<VcenterVolumes>> vcentersFor(NewVolume volume, Duration atMost) throws InterruptedException {
        List<VcenterVolumes> all = locator.vcenters();
        if (all.isEmpty()) {
            return new Prepared.Failed<>(new VolumeFailure.Unavailable(VolumeLocator.NO_VCENTER));
        }
        if (all.size() == 1 || volume.source().isEmpty()) {
            return new Prepared.Ready<>(all);
        }
        return switch (locator.find(CopySources.volumeOf(volume.source().get()), atMost)) {
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String _) -> new Prepared.Ready<>(List.of(vcenter));
            case NoVcenterHas<VcenterVolumes> _ -> new Prepared.Ready<>(List.of(all.getFirst()));
            case NotFound<VcenterVolumes> source -> new Prepared.Failed<>(source.failure());
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

    @Override
    public Set<String> topologyKeys() {
        return settings.get().labelKeys();
    }

    @Override
    public AccessibleSegments accessible(NewVolume volume, String datastoreUrl) {
        return placement.accessible(volume.topology(), datastoreUrl, locator.vcenters());
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
        return switch (locator.findById(volumeId, atMost)) {
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) -> vcenter.diskPath(id, atMost);
            case NotFound<VcenterVolumes> volume -> new Prepared.Failed<>(volume.failure());
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
        return placement.capacity(parameters, topology, locator.vcenters(), atMost);
    }

    @Override
    public VolumeDeleteResult delete(VolumeHandle handle, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (locator.find(handle, atMost)) {
            case NoVcenterHas<VcenterVolumes> volume ->
                handle instanceof VolumeHandle.InTree
                        ? volume.failure()
                        : new VolumeDeleteResult.Deleted(handle.text());
            case NotFound<VcenterVolumes> volume -> volume.failure();
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) -> {
                var request = new OperationRequest.Delete(id, vcenter.cluster().clusterId(), DeletionCause.REQUESTED);
                VolumeDeleteResult result = vcenter.executor().delete(request, deadline);
                yield result instanceof VolumeDeleteResult.Deleted ? forgotten(result, handle, id) : result;
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
        return switch (locator.find(handle, atMost)) {
            case NotFound<VcenterVolumes> volume -> volume.failure();
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) ->
                vcenter.executor().expand(new OperationRequest.Expand(id, capacityMb), deadline);
        };
    }

    private static VolumeSearchResult unlisted(VcenterVolumes vcenter, String id, Duration atMost) {
        return vcenter.reasonToWait(id, atMost)
                .<VolumeSearchResult>map(VolumeSearchResult.Unknown::new)
                .orElseGet(VolumeSearchResult.NotFound::new);
    }

    @Override
    public VolumeSearchResult find(VolumeHandle handle, Duration atMost) throws InterruptedException {
        return switch (locator.find(handle, atMost)) {
            case NoVcenterHas<VcenterVolumes> _, Unregistered<VcenterVolumes> _ -> new VolumeSearchResult.NotFound();
            case NotFound<VcenterVolumes> volume ->
                new VolumeSearchResult.Unknown(volume.failure().message());
            case Found<VcenterVolumes>(VcenterVolumes vcenter, String id) ->
                vcenter.has(id, atMost)
                        .map(has -> has ? new VolumeSearchResult.Found() : unlisted(vcenter, id, atMost))
                        .orElseGet(() -> new VolumeSearchResult.Unknown(
                                "vCenter %s did not answer".formatted(vcenter.server())));
        };
    }

    @Override
    public VolumeListResult list(Duration atMost) throws InterruptedException {
        return switch (handles.read(API_BUDGET)) {
            case VolumeHandles.Result.Unknown(String why) -> new VolumeListResult.Incomplete(why);
            case VolumeHandles.Result.Known known -> listed(known, atMost);
        };
    }

    private VolumeListResult listed(VolumeHandles.Result.Known known, Duration atMost) throws InterruptedException {
        List<VcenterVolumes> all = locator.vcenters();
        if (all.isEmpty()) {
            return new VolumeListResult.Incomplete(VolumeLocator.NO_VCENTER);
        }
        int page = settings.get().queryLimit();
        Map<VcenterVolumes, CnsQueryResult> answers = VcenterSearch.askAll(
                all, (vcenter, budget) -> Optional.of(vcenter.list(page, budget)), atMost, System::nanoTime);
        var volumes = new ArrayList<CnsVolume>();
        for (VcenterVolumes vcenter : all) {
            switch (answers.getOrDefault(vcenter, NO_ANSWER)) {
                case CnsQueryResult.Complete(List<CnsVolume> found) -> volumes.addAll(found);
                case CnsQueryResult.Incomplete(var _, String why) -> {
                    return new VolumeListResult.Incomplete(
                            "vCenter %s did not list all volumes: %s".formatted(vcenter.server(), why));
                }
            }
        }
        Set<String> ids = volumes.stream().map(volume -> volume.id().id()).collect(Collectors.toSet());
        return known.shortage(ids, settings.get().listVolumeThreshold())
                .<VolumeListResult>map(VolumeListResult.Incomplete::new)
                .orElseGet(() -> new VolumeListResult.Complete(volumes.stream()
                        .flatMap(volume -> known.of(volume.id().id()).stream()
                                .map(handle -> new VolumeListResult.Entry(
                                        handle,
                                        volume.id().id(),
                                        volume.capacityInMb().orElse(0) * MEBIBYTE)))
                        .toList()));
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
        return locator.vcenters().size() > 1;
    }
}
