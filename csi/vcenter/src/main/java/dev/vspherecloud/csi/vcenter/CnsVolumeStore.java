package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsOutcome;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsRelease;
import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsSnapshotId;
import dev.vspherecloud.csi.cns.CnsTaskParser;
import dev.vspherecloud.csi.cns.CnsTaskSearch;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeResult;
import dev.vspherecloud.csi.cns.TaskWaitResult;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.StoreCapabilities;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.metrics.CnsOperation;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.operations.VolumeExecutor;
import dev.vspherecloud.csi.operations.VolumeStore;
import dev.vspherecloud.reconcile.Cancellation;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Carries out the operations of one vCenter in CNS.
///
/// Threads: any number of callers. An interrupt ends a call with a result that proves nothing, and stays set.
final class CnsVolumeStore implements VolumeStore<CnsCreateSpec> {
    /// How long to gather queries. A single volume waits that long for nothing; in a burst it saves nearly all queries.
    private static final Duration GATHER = Duration.ofMillis(100);

    /// How long to gather queries while operations wait for the end of others. They have the time.
    private static final Duration BUSY_GATHER = Duration.ofMillis(1500);

    /// How long after the last time with the largest number of tasks the store counts as busy.
    private static final Duration BUSY_TIME = Duration.ofSeconds(3);

    private static final String SNAPSHOT_PREFIX = "snapshot-";

    private final LongSupplier nanoTime;
    private final InstantSource wallTime;
    private final VolumeMetrics metrics;
    private final CurrentSession session;
    private final TaskWatch tasks;
    private final Function<MoRef, String> urlOfDatastore;
    private final Predicate<String> isHeld;
    private final VolumeQueries<String> byName;
    private final VolumeQueries<CnsVolumeId> byId;
    private final SnapshotQueries snapshots;

    /// True if this vCenter has refused an id for a snapshot that this program chose.
    private volatile boolean refusesChosenIds;

    /// The ids of clusters that no longer exist.
    private volatile Set<String> retiredClusters = Set.of();

    /// True if a create has chosen the id of its volume.
    private volatile boolean hasChosenVolumeId;

    /// True if this vCenter has refused an id for a volume that this program chose.
    private volatile boolean refusesChosenVolumeIds;

    private final StartedTasks started = new StartedTasks(VolumeExecutor.MAX_TASKS);

    /// When all slots for tasks were in use for the last time.
    private volatile long busyAt;

    /// @param isHeld returns true if a VM that the driver follows has the volume with this id
    CnsVolumeStore(
            CurrentSession session,
            TaskWatch tasks,
            Function<MoRef, String> urlOfDatastore,
            Predicate<String> isHeld,
            String cluster,
            VolumeMetrics metrics,
            LongSupplier nanoTime,
            InstantSource wallTime,
            Sleeper sleeper) {
        this.nanoTime = nanoTime;
        this.wallTime = wallTime;
        this.metrics = metrics;
        this.busyAt = nanoTime.getAsLong() - BUSY_TIME.toNanos();
        this.session = session;
        this.tasks = tasks;
        this.urlOfDatastore = urlOfDatastore;
        this.isHeld = isHeld;
        this.byName = new VolumeQueries<>(
                session, names -> CnsQuery.ofNames(cluster, names), nanoTime, this::gather, sleeper);
        this.byId = new VolumeQueries<>(session, CnsQuery::ofVolumes, nanoTime, this::gather, sleeper);
        this.snapshots = new SnapshotQueries(session, tasks, metrics, nanoTime, this::gather, sleeper);
    }

    /// Sets the ids of clusters that no longer exist, whose entities do not count.
    void setRetiredClusters(Set<String> ids) {
        retiredClusters = Set.copyOf(ids);
    }

    private Duration gather() {
        return nanoTime.getAsLong() - busyAt < BUSY_TIME.toNanos() ? BUSY_GATHER : GATHER;
    }

    @Override
    public StoreCapabilities capabilities() {
        return StoreCapabilities.VCENTER;
    }

    @Override
    public boolean acceptsChosenIds(Duration budget) {
        try {
            return !refusesChosenVolumeIds
                    && session.read(
                            budget, current -> new CnsClient(current).release().acceptsChosenId());
        } catch (NoSessionException | VcenterException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public SendResult create(
            OperationRequest.Create request,
            CnsCreateSpec spec,
            Optional<String> chosenId,
            String opId,
            Duration budget) {
        CnsCreateSpec contents =
                request.origin() instanceof VolumeOrigin.OfSnapshot(String volume, String snapshot, long capacity)
                        ? spec.copiedFrom(new CnsSnapshotId(new CnsVolumeId(volume), snapshot), capacity)
                        : spec;
        CnsCreateSpec full =
                chosenId.map(CnsVolumeId::new).map(contents::withChosenId).orElse(contents);
        hasChosenVolumeId = hasChosenVolumeId || chosenId.isPresent();
        return send(opId, budget, cns -> cns.createVolume(full));
    }

    @Override
    public SendResult delete(OperationRequest.Delete request, String opId, Duration budget) {
        return send(opId, budget, cns -> cns.deleteVolume(new CnsVolumeId(request.volumeId()), true));
    }

    @Override
    public SendResult expand(OperationRequest.Expand request, String opId, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        return refusal(() -> reasonForNoExpansion(request.volumeId(), budget))
                .orElseGet(() -> send(
                        opId,
                        left(end),
                        cns -> cns.extendVolume(new CnsVolumeId(request.volumeId()), request.capacityMb())));
    }

    /// Returns why a volume cannot be expanded now; empty if it can, or if that is not known.
    ///
    /// Rule from: csi 3.4 (a vCenter that expands only volumes that no VM has).
    private Optional<String> reasonForNoExpansion(String volumeId, Duration budget) throws InterruptedException {
        CnsRelease release = session.read(budget, current -> new CnsClient(current).release());
        return release.extendsAttachedVolumes() || !isHeld.test(volumeId)
                ? Optional.empty()
                : Optional.of(
                        "volume %s is attached, and this vCenter expands only volumes that are not; delete the Pods that use it, or update vCenter to 7.0 Update 2 or later"
                                .formatted(volumeId));
    }

    /// Finds out why vCenter cannot do something.
    @FunctionalInterface
    private interface Question {
        Optional<String> reason() throws InterruptedException;
    }

    /// Returns the refusal of a call that vCenter cannot carry out, or cannot be asked about.
    private static Optional<SendResult> refusal(Question question) {
        try {
            return question.reason().map(why -> new SendResult.Refused(OperationCode.FAILED_PRECONDITION, why));
        } catch (NoSessionException | VcenterException e) {
            return Optional.of(new SendResult.Refused(OperationCode.UNAVAILABLE, String.valueOf(e.getMessage())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(
                    new SendResult.Refused(OperationCode.UNAVAILABLE, "the driver stops; the call is repeated"));
        }
    }

    @Override
    public SendResult createSnapshot(OperationRequest.CreateSnapshot request, String opId, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        return refusal(() -> snapshots.reasonForNone(budget))
                .orElseGet(() -> send(
                        opId,
                        left(end),
                        cns -> cns.createSnapshot(
                                new CnsVolumeId(request.volumeId()),
                                request.description(),
                                chosenId(request.name())
                                        .filter(_ -> cns.release().acceptsChosenId() && !refusesChosenIds))));
    }

    /// Returns the id for a new snapshot: what csi-snapshotter adds to its prefix.
    ///
    /// Rule from: csi 2.6 and 3.5.
    private static Optional<String> chosenId(String name) {
        return name.startsWith(SNAPSHOT_PREFIX)
                ? SnapshotHandle.snapshotId(name.substring(SNAPSHOT_PREFIX.length()))
                : Optional.empty();
    }

    @Override
    public SendResult deleteSnapshot(OperationRequest.DeleteSnapshot request, String opId, Duration budget) {
        return send(
                opId,
                budget,
                cns -> cns.deleteSnapshot(
                        new CnsSnapshotId(new CnsVolumeId(request.volumeId()), request.snapshotId())));
    }

    private Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
    }

    private SendResult send(String opId, Duration budget, Function<CnsClient, MoRef> call) {
        try {
            long begun = nanoTime.getAsLong();
            MoRef task = session.call(budget, current -> call.apply(new CnsClient(current).withOperationId(opId)));
            if (started.start(task.value(), begun)) {
                busyAt = nanoTime.getAsLong();
            }
            return new SendResult.Started(task.value());
        } catch (NoSessionException e) {
            return new SendResult.Refused(OperationCode.UNAVAILABLE, sentence(e));
        } catch (VcenterException e) {
            return CnsFaults.ofCall(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new SendResult.Lost();
        }
    }

    @Override
    public VolumesResult volumesNamed(String name, String cluster, Duration budget) {
        return volumes(byName, name, volume -> volume.name().equals(name), budget);
    }

    /// Returns the volumes of the cluster with one of these names.
    ///
    /// @return [VolumesResult.Unanswered] if some may be missing
    VolumesResult volumesNamed(Set<String> names, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        var found = new ArrayList<ObservedVolume>();
        List<String> all = List.copyOf(names);
        for (int from = 0; from < all.size(); from += VolumeQueries.MAX_KEYS) {
            List<String> some = all.subList(from, Math.min(all.size(), from + VolumeQueries.MAX_KEYS));
            try {
                if (!(byName.volumes(Set.copyOf(some), left(end))
                        instanceof CnsQueryResult.Complete(List<CnsVolume> volumes))) {
                    return new VolumesResult.Unanswered();
                }
                volumes.stream().map(this::observed).forEach(found::add);
            } catch (NoSessionException | VcenterException _) {
                return new VolumesResult.Unanswered();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return new VolumesResult.Unanswered();
            }
        }
        return new VolumesResult.Found(found);
    }

    @Override
    public VolumesResult volumes(Set<String> ids, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        var found = new HashSet<ObservedVolume>();
        for (String id : ids) {
            VolumesResult one = volumes(
                    byId, new CnsVolumeId(id), volume -> volume.id().id().equals(id), left(end));
            if (!(one instanceof VolumesResult.Found(List<ObservedVolume> volumes))) {
                return one;
            }
            found.addAll(volumes);
        }
        return new VolumesResult.Found(List.copyOf(found));
    }

    @Override
    public VolumesResult withSnapshots(Set<String> ids, Duration budget) {
        long end = nanoTime.getAsLong() + budget.toNanos();
        if (!(volumes(ids, budget) instanceof VolumesResult.Found(List<ObservedVolume> found))) {
            return new VolumesResult.Unanswered();
        }
        var complete = new ArrayList<ObservedVolume>();
        for (ObservedVolume volume : found) {
            var id = new CnsVolumeId(volume.id());
            try {
                if (!(snapshots.of(id, left(end)) instanceof SnapshotQueryResult.Complete(List<CnsSnapshot> all))) {
                    return new VolumesResult.Unanswered();
                }
                complete.add(volume.with(all.stream()
                        .filter(snapshot -> snapshot.id().volume().equals(id))
                        .map(CnsVolumeStore::observed)
                        .toList()));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return new VolumesResult.Unanswered();
            }
        }
        return new VolumesResult.Found(complete);
    }

    /// Returns the snapshots of volumes.
    SnapshotQueries snapshots() {
        return snapshots;
    }

    static ObservedSnapshot observed(CnsSnapshot snapshot) {
        return new ObservedSnapshot(snapshot.id().id(), snapshot.description(), snapshot.created());
    }

    private <K> VolumesResult volumes(VolumeQueries<K> queries, K key, Predicate<CnsVolume> isMeant, Duration budget) {
        try {
            return queries.volumes(key, budget) instanceof CnsQueryResult.Complete(List<CnsVolume> volumes)
                    ? new VolumesResult.Found(
                            volumes.stream().filter(isMeant).map(this::observed).toList())
                    : new VolumesResult.Unanswered();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new VolumesResult.Unanswered();
        }
    }

    /// CNS does not say whether a volume is attached. It refuses to delete a volume that any VM has.
    ObservedVolume observed(CnsVolume volume) {
        return observed(volume, retiredClusters, isHeld.test(volume.id().id()));
    }

    /// @param retired the ids of clusters whose entities do not count
    static ObservedVolume observed(CnsVolume volume, Set<String> retired, boolean isAttached) {
        String owner = volume.cluster().map(CnsContainerCluster::clusterId).orElse("");
        Set<String> clusters = new HashSet<>();
        boolean isInUse = false;
        for (CnsEntityMetadata entity : volume.entities()) {
            String id = entity.clusterId().isEmpty() ? owner : entity.clusterId();
            if (!retired.contains(id)) {
                clusters.add(id);
                isInUse |= !entity.isMarkedMissing();
            }
        }
        if (!retired.contains(owner)) {
            clusters.add(owner);
        }
        clusters.remove("");
        return new ObservedVolume(
                volume.id().id(),
                volume.name(),
                volume.capacityInMb().orElse(0),
                volume.datastoreUrl(),
                clusters,
                isInUse,
                isAttached);
    }

    @Override
    public Map<String, TaskResult> tasks(OperationRequest request, Set<String> ids, Duration budget) {
        var results = new HashMap<String, TaskResult>();
        ids.stream().filter(started::contains).forEach(id -> results.put(id, new TaskResult.Running()));
        List<MoRef> others = ids.stream()
                .filter(id -> !results.containsKey(id))
                .map(CnsVolumeStore::task)
                .toList();
        if (!others.isEmpty()) {
            results.putAll(states(request, others, budget));
        }
        return results;
    }

    /// Returns true if this process has started the task and has not seen its end.
    boolean isStarted(String task) {
        return started.contains(task);
    }

    private Map<String, TaskResult> states(OperationRequest request, List<MoRef> asked, Duration budget) {
        try {
            Map<MoRef, CnsTaskState> known = session.read(budget, current -> CnsTaskParser.read(current, asked));
            return asked.stream().collect(Collectors.toMap(MoRef::value, task -> Optional.ofNullable(known.get(task))
                    .map(state -> state.isFinished() ? result(request, state) : new TaskResult.Running())
                    .orElseGet(TaskResult.Vanished::new)));
        } catch (NoSessionException | VcenterException _) {
            return unanswered(asked);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return unanswered(asked);
        }
    }

    private static Map<String, TaskResult> unanswered(List<MoRef> asked) {
        return asked.stream().collect(Collectors.toMap(MoRef::value, _ -> new TaskResult.Unanswered()));
    }

    private static MoRef task(String id) {
        return new MoRef("Task", id);
    }

    @Override
    public TaskResult awaitTask(OperationRequest request, String id, Duration atMost) throws InterruptedException {
        return switch (awaitEnd(id, atMost)) {
            case TaskWaitResult.Finished(CnsTaskState state, var _) -> {
                TaskResult result = result(request, state);
                started.end(id).ifPresent(begun -> measure(request, result, begun));
                yield result;
            }
            case TaskWaitResult.Vanished() -> {
                OptionalLong _ = started.end(id);
                yield new TaskResult.Vanished();
            }
            case TaskWaitResult.StillRunning(Optional<CnsTaskState> state) -> {
                started.giveUp(id);
                yield state.isPresent() ? new TaskResult.Running() : new TaskResult.Unanswered();
            }
            case TaskWaitResult.VcenterLost _ -> {
                started.giveUp(id);
                yield new TaskResult.Unanswered();
            }
        };
    }

    private TaskWaitResult awaitEnd(String id, Duration atMost) throws InterruptedException {
        try {
            return Cancellation.await(() -> tasks.await(new MoRef("Task", id), atMost));
        } catch (InterruptedException e) {
            started.giveUp(id);
            throw e;
        }
    }

    private void measure(OperationRequest request, TaskResult result, long begun) {
        CnsOperation operation =
                switch (request) {
                    case OperationRequest.Create _ -> CnsOperation.CREATE_VOLUME;
                    case OperationRequest.Delete _ -> CnsOperation.DELETE_VOLUME;
                    case OperationRequest.Expand _ -> CnsOperation.EXPAND_VOLUME;
                    case OperationRequest.CreateSnapshot _ -> CnsOperation.CREATE_SNAPSHOT;
                    case OperationRequest.DeleteSnapshot _ -> CnsOperation.DELETE_SNAPSHOT;
                };
        metrics.onCnsOperation(
                operation, result instanceof TaskResult.Succeeded, Duration.ofNanos(nanoTime.getAsLong() - begun));
    }

    private TaskResult result(OperationRequest request, CnsTaskState state) {
        return switch (request) {
            case OperationRequest.Create _ -> created(CnsOutcome.ofCreate(state));
            case OperationRequest.Delete delete ->
                deleted(CnsOutcome.of(state, new CnsVolumeId(delete.volumeId())), delete.volumeId());
            case OperationRequest.Expand(String id, var _) ->
                result(CnsOutcome.of(state, new CnsVolumeId(id)), Optional.of(id));
            case OperationRequest.CreateSnapshot create ->
                snapshotCreated(CnsOutcome.of(state, new CnsVolumeId(create.volumeId())));
            case OperationRequest.DeleteSnapshot delete ->
                snapshotDeleted(CnsOutcome.of(state, new CnsVolumeId(delete.volumeId())), delete.snapshotId());
        };
    }

    /// A volume that has the chosen id exists already: an earlier call has made it, and CNS finds it by its name. It is
    /// never deleted to make room, as vsphere-csi-driver (Go) does, because a PersistentVolume may have it by now.
    private TaskResult created(CnsOutcome outcome) {
        return switch (outcome) {
            case CnsOutcome.Faulted(CnsFault.AlreadyExists _, var _) -> new TaskResult.Vanished();
            case CnsOutcome.Faulted(CnsFault.NotSupported fault, var placement)
            when hasChosenVolumeId && !refusesChosenVolumeIds -> {
                refusesChosenVolumeIds = true;
                yield new TaskResult.Failed(
                        OperationCode.ABORTED,
                        CnsFaults.ofTask(fault, placement).message());
            }
            case CnsOutcome.Done _, CnsOutcome.Faulted _, CnsOutcome.Unclear _ -> result(outcome, Optional.empty());
        };
    }

    /// A snapshot that exists already has the id that this program chose: its description tells whether it is that
    /// of the request.
    private TaskResult snapshotCreated(CnsOutcome outcome) {
        return switch (outcome) {
            case CnsOutcome.Done(CnsVolumeResult.Done done) ->
                new TaskResult.Succeeded(
                        done.snapshot().map(snapshot -> snapshot.id().id()).orElse(""), "");
            case CnsOutcome.Faulted(CnsFault.SnapshotCreated fault, var placement) ->
                fault.snapshot().isEmpty()
                        ? CnsFaults.ofTask(fault, placement)
                        : new TaskResult.LeftBehind(
                                fault.snapshot(),
                                CnsFaults.ofTask(fault, placement).message());
            case CnsOutcome.Faulted(CnsFault.NotSupported fault, var placement)
            when !refusesChosenIds -> {
                refusesChosenIds = true;
                yield new TaskResult.Failed(
                        OperationCode.ABORTED,
                        CnsFaults.ofTask(fault, placement).message());
            }
            case CnsOutcome.Faulted(CnsFault fault, var placement) -> CnsFaults.ofTask(fault, placement);
            case CnsOutcome.Unclear _ -> new TaskResult.Vanished();
        };
    }

    private TaskResult snapshotDeleted(CnsOutcome outcome, String id) {
        return outcome instanceof CnsOutcome.Faulted(CnsFault.SnapshotNotFound _, var _)
                ? new TaskResult.Succeeded(id, "")
                : deleted(outcome, id);
    }

    /// A volume that CNS does not find at the end may be one that it has forgotten: the caller looks for its disk. An
    /// old simulator reports the end of a delete without a result.
    private TaskResult deleted(CnsOutcome outcome, String id) {
        boolean isGone =
                switch (outcome) {
                    case CnsOutcome.Faulted _ -> false;
                    case CnsOutcome.Unclear(CnsOutcome.Problem problem, var _) ->
                        problem == CnsOutcome.Problem.NO_RESULT;
                    case CnsOutcome.Done _ -> true;
                };
        return isGone ? new TaskResult.Succeeded(id, "") : result(outcome, Optional.of(id));
    }

    private TaskResult result(CnsOutcome outcome, Optional<String> expected) {
        return switch (outcome) {
            case CnsOutcome.Done(CnsVolumeResult.Done done) ->
                new TaskResult.Succeeded(
                        expected.orElse(done.volume().id()),
                        done.datastores().size() == 1
                                ? urlOfDatastore.apply(done.datastores().getFirst())
                                : "");
            case CnsOutcome.Faulted(CnsFault fault, List<CnsFault> placement) -> CnsFaults.ofTask(fault, placement);
            case CnsOutcome.Unclear _ -> new TaskResult.Vanished();
        };
    }

    @Override
    public TaskSearchResult findTasks(OperationRequest request, Instant since, Instant until, Duration budget) {
        CnsTaskSearch.Kind kind = request instanceof OperationRequest.CreateSnapshot
                ? CnsTaskSearch.Kind.SNAPSHOT
                : CnsTaskSearch.Kind.VOLUME;
        try {
            return session.read(
                            budget,
                            current -> CnsTaskSearch.unfinished(current, kind, since, until, wallTime.instant()))
                    .<TaskSearchResult>map(found -> new TaskSearchResult.Listed(found.stream()
                            .map(task -> new TaskSearchResult.FoundTask(task.key(), task.activationId()))
                            .toList()))
                    .orElseGet(() -> new TaskSearchResult.NotPossible("vCenter runs too many tasks to list them"));
        } catch (NoSessionException _) {
            return new TaskSearchResult.Unanswered();
        } catch (VcenterException e) {
            return CnsFaults.ofSearch(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new TaskSearchResult.Unanswered();
        }
    }

    private static String sentence(NoSessionException failure) {
        return String.valueOf(failure.getMessage());
    }
}
