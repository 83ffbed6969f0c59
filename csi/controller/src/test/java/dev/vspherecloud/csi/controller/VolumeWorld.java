package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.controller.placement.PlacementObstacles;
import dev.vspherecloud.csi.controller.placement.VolumePlace;
import dev.vspherecloud.csi.controller.placement.VolumePlacement;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.controller.snapshot.SnapshotFailureReporter;
import dev.vspherecloud.csi.controller.volume.CreateFailureReporter;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.StoreCapabilities;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import dev.vspherecloud.csi.domain.placement.DatastoreFacts;
import dev.vspherecloud.csi.domain.placement.DatastoreState;
import dev.vspherecloud.csi.domain.placement.HostMount;
import dev.vspherecloud.csi.domain.placement.PlacementNode;
import dev.vspherecloud.csi.domain.placement.PlacementPolicy;
import dev.vspherecloud.csi.domain.placement.PlacementResult;
import dev.vspherecloud.csi.domain.placement.StorageHost;
import dev.vspherecloud.csi.domain.placement.StorageInventory;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.DeletionGate;
import dev.vspherecloud.csi.operations.ForgottenVolumes;
import dev.vspherecloud.csi.operations.RecordStore;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExecutor;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.operations.VolumeStore;
import dev.vspherecloud.csi.vcenter.CnsFaults;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A cluster with one vCenter, in which the calls of the provisioner and the snapshotter run as in the driver: the
/// policy of placement, the executor, the Events, and the gRPC service are the real ones. Only vCenter and the API
/// server are scripted.
///
/// The hosts `esx-1` and `esx-2` have a Node each, in zone `a`, and the datastore `shared` with 100 GiB free.
final class VolumeWorld extends StubServices implements VolumeStore<String>, RecordStore, ForgottenVolumes {
    static final String VOLUME = "0f4a0e0c-1111-4222-8333-444455556666";
    static final String ZONE = "topology.csi.vmware.com/k8s-zone";
    static final String URL = "ds:///vmfs/volumes/shared/";

    /// Stands for a datastore that fits: a place names its vCenter, and there is none here.
    private static final VolumePlace FITS = new VolumePlace.NotKnown("");

    private static final long GIBIBYTE = 1L << 30;

    final RecordingApi api = new RecordingApi();
    final Map<String, StorageHost> hosts = new TreeMap<>();
    final Map<String, HostMount> mounts = new HashMap<>();
    final List<ObservedVolume> volumes = new ArrayList<>();
    boolean hasDatastore = true;
    boolean hasNodes = true;
    boolean isPending;
    boolean isAccessible = true;
    boolean isSuspended;
    String maintenance = DatastoreState.NO_MAINTENANCE;
    long freeBytes = 100 * GIBIBYTE;
    List<String> missing = List.of();
    Optional<String> incompatible = Optional.empty();
    Optional<StoragePolicyResult> policy = Optional.empty();
    Optional<VolumeOrigin.Unusable> source = Optional.empty();
    Optional<VolumeFailure> nameConflict = Optional.empty();
    SendResult sent = new SendResult.Started("task-1");
    TaskResult ended = new TaskResult.Running();
    RecordState stored = new RecordState.Absent();
    boolean cnsAnswers = true;
    Optional<ReasonCode> accessReason = Optional.empty();
    DeletionVerdict verdict = new DeletionVerdict.May();
    DiskPresence disk = new DiskPresence.Absent();

    private int version;
    private final ClaimEvents claimEvents = new ClaimEvents(api.server());
    private final SnapshotEvents snapshotEvents = new SnapshotEvents(api.server());
    private final CreateFailureReporter creates = new CreateFailureReporter(claimEvents, () -> accessReason);
    private final SnapshotFailureReporter snapshots = new SnapshotFailureReporter(snapshotEvents, () -> accessReason);
    private final DeletionGate gate = new DeletionGate() {
        @Override
        public DeletionVerdict volume(OperationRequest.Delete request, Duration budget) {
            return verdict;
        }

        @Override
        public DeletionVerdict snapshot(OperationRequest.DeleteSnapshot request, Duration budget) {
            return verdict;
        }
    };
    private final VolumeExecutor<String> executor = new VolumeExecutor<>(
            this, this, gate, this, this, OperationLimits.standard(), "", () -> "call-1", VolumeExecutor.MAX_TASKS);

    VolumeWorld() {
        for (String name : List.of("esx-1", "esx-2")) {
            hosts.put(name, new StorageHost(name, name, true, false));
            mounts.put(name, HostMount.WRITABLE);
        }
    }

    void host(String name, boolean isConnected, boolean isInMaintenance) {
        hosts.put(name, new StorageHost(name, name, isConnected, isInMaintenance));
    }

    /// Adds the volume, with this number of snapshots.
    VolumeWorld volume(String name, long capacityMb, int snapshotCount) {
        volumes.add(new ObservedVolume(
                VOLUME,
                name,
                capacityMb,
                URL,
                Set.of("cluster-1"),
                false,
                false,
                IntStream.rangeClosed(1, snapshotCount)
                        .mapToObj(i -> new ObservedSnapshot("s-" + i, "d-" + i, Optional.empty()))
                        .toList()));
        return this;
    }

    void fails(CnsFault fault) {
        ended = CnsFaults.ofTask(fault, List.of());
    }

    /// Returns the Events about the calls so far.
    List<RecordingApi.Posted> posted() throws InterruptedException {
        claimEvents.deliverWaiting();
        snapshotEvents.deliverWaiting();
        return api.events;
    }

    @Override
    public DiskPresence find(String volumeId, Duration budget) {
        return disk;
    }

    @Override
    public String register(String volumeId, Optional<String> name, Duration budget) {
        return "it was registered again; the call is repeated";
    }

    // --- The calls

    @Override
    public VolumeCreateResult create(NewVolume volume, Duration atMost) {
        VolumePlace place = place(volume);
        VolumeCreateResult result = place.equals(FITS)
                ? executor.create(
                        new OperationRequest.Create(
                                volume.name(),
                                "cluster-1",
                                volume.capacityMb(),
                                Set.of(),
                                source.<VolumeOrigin>map(origin -> origin).orElseGet(VolumeOrigin.Empty::new)),
                        "",
                        now().plus(atMost))
                : switch (place) {
                    case VolumePlace.NotKnown(String why) -> new VolumeFailure.Unavailable(why);
                    case VolumePlace.Refused refused -> refused.failure();
                    case VolumePlace.Chosen _ -> throw new AssertionError("there is no vCenter");
                };
        if (result instanceof VolumeFailure failure) {
            creates.report(volume, failure, place instanceof VolumePlace.Refused refused && refused.isPlacement());
        }
        return result;
    }

    /// Returns [#FITS] if a datastore fits.
    private VolumePlace place(NewVolume volume) {
        var obstacles = new PlacementObstacles();
        if (policy.isPresent()) {
            Optional<String> _ = obstacles.usable(
                    policy.get(), volume.parameters().storagePolicyName().orElseThrow());
            return obstacles.result();
        }
        switch (PlacementPolicy.place(
                VolumePlacement.request(volume.capacityMb(), volume.parameters(), volume.topology(), Optional.empty()),
                inventory(),
                facts())) {
            case PlacementResult.Placed _ -> {
                return FITS;
            }
            case PlacementResult.Refused refused -> obstacles.add(refused, List.of());
            case PlacementResult.NotKnown(String why) -> obstacles.addUnknown(why);
        }
        return obstacles.result();
    }

    private StorageInventory inventory() {
        var shared = new DatastoreState(
                "id-shared",
                "shared",
                URL,
                "VMFS",
                isAccessible,
                maintenance,
                isSuspended,
                1024 * GIBIBYTE,
                mounts,
                Optional.of("pod-1"),
                Set.of());
        List<PlacementNode> nodes = hasNodes
                ? List.of(
                        new PlacementNode("w-1", Map.of(ZONE, "a"), Optional.of("esx-1"), false),
                        new PlacementNode(
                                "w-2",
                                Map.of(ZONE, "a"),
                                isPending ? Optional.empty() : Optional.of("esx-2"),
                                isPending))
                : List.of();
        return new StorageInventory("vc-a", hasDatastore ? List.of(shared) : List.of(), hosts, nodes);
    }

    private DatastoreFacts facts() {
        return new DatastoreFacts(
                Map.of("id-shared", freeBytes),
                Map.of("id-shared", missing),
                incompatible.map(problem -> Map.of("id-shared", problem)).orElseGet(Map::of));
    }

    @Override
    public SnapshotCreateResult create(String name, VolumeHandle.Block from, Duration atMost) {
        SnapshotCreateResult result = nameConflict
                .<SnapshotCreateResult>map(failure -> failure)
                .orElseGet(() -> executor.createSnapshot(
                        new OperationRequest.CreateSnapshot(name, from.id(), new SnapshotQuota(3, 3, 3), false),
                        now().plus(atMost)));
        if (result instanceof VolumeFailure failure) {
            snapshots.notCreated(name, failure);
        }
        return result;
    }

    @Override
    public VolumeDeleteResult delete(SnapshotHandle snapshot, Duration atMost) {
        VolumeDeleteResult result = executor.deleteSnapshot(
                new OperationRequest.DeleteSnapshot(
                        snapshot.volume().id(), snapshot.snapshotId(), false, DeletionCause.REQUESTED),
                now().plus(atMost));
        if (result instanceof VolumeFailure failure) {
            snapshots.notDeleted(snapshot, failure);
        }
        return result;
    }

    // --- What vCenter does

    @Override
    public StoreCapabilities capabilities() {
        return StoreCapabilities.VCENTER;
    }

    @Override
    public boolean acceptsChosenIds(Duration budget) {
        return false;
    }

    @Override
    public SendResult create(
            OperationRequest.Create request, String details, Optional<String> chosenId, String opId, Duration budget) {
        return sent;
    }

    @Override
    public SendResult delete(OperationRequest.Delete request, String opId, Duration budget) {
        return sent;
    }

    @Override
    public SendResult expand(OperationRequest.Expand request, String opId, Duration budget) {
        return sent;
    }

    @Override
    public SendResult createSnapshot(OperationRequest.CreateSnapshot request, String opId, Duration budget) {
        return sent;
    }

    @Override
    public SendResult deleteSnapshot(OperationRequest.DeleteSnapshot request, String opId, Duration budget) {
        return sent;
    }

    private VolumesResult found() {
        return cnsAnswers ? new VolumesResult.Found(volumes) : new VolumesResult.Unanswered();
    }

    @Override
    public VolumesResult volumesNamed(String name, String cluster, Duration budget) {
        return found();
    }

    @Override
    public VolumesResult volumes(Set<String> ids, Duration budget) {
        return found();
    }

    @Override
    public VolumesResult withSnapshots(Set<String> ids, Duration budget) {
        return found();
    }

    @Override
    public Map<String, TaskResult> tasks(OperationRequest request, Set<String> ids, Duration budget) {
        return ids.stream().collect(Collectors.toMap(id -> id, _ -> ended));
    }

    @Override
    public TaskResult awaitTask(OperationRequest request, String id, Duration atMost) {
        pass(ended instanceof TaskResult.Running ? atMost : Duration.ofSeconds(1));
        return ended;
    }

    @Override
    public TaskSearchResult findTasks(OperationRequest request, Instant since, Instant until, Duration budget) {
        return new TaskSearchResult.Listed(List.of());
    }

    // --- The records

    @Override
    public RecordState read(String name, Duration budget) {
        return stored;
    }

    @Override
    public WriteResult create(OperationRecord record, Duration budget) {
        return write(record);
    }

    @Override
    public WriteResult update(OperationRecord record, String before, Duration budget) {
        return write(record);
    }

    @Override
    public Optional<Set<String>> tasks(String vcenter, Duration budget) {
        return Optional.of(Set.of());
    }

    private WriteResult write(OperationRecord record) {
        version++;
        stored = new RecordState.Present(record, String.valueOf(version));
        return new WriteResult.Written(String.valueOf(version));
    }
}
