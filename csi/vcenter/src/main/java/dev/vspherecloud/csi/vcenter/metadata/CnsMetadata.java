package dev.vspherecloud.csi.vcenter.metadata;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsMetadataUpdate;
import dev.vspherecloud.csi.cns.CnsOutcome;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsRefusals;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.cns.TaskWaitResult;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.csi.domain.BatchSplitter;
import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.csi.metrics.CnsOperation;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.operations.RegistrationRecords;
import dev.vspherecloud.csi.reconcile.metadata.MetadataQueryResult;
import dev.vspherecloud.csi.reconcile.metadata.MetadataRounds;
import dev.vspherecloud.csi.reconcile.metadata.MetadataUpdate;
import dev.vspherecloud.csi.reconcile.metadata.MetadataVcenter;
import dev.vspherecloud.csi.reconcile.metadata.MetadataWriteResult;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The metadata of the volumes of one vCenter.
///
/// Threads: any number of callers.
public final class CnsMetadata implements MetadataVcenter {
    /// How long the wait for a session and a call may take together.
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(40);

    /// How long a query may take with all its pages, and the wait for the session.
    private static final Duration QUERY_TIMEOUT = Duration.ofMinutes(2);

    /// How long a task may take.
    private static final Duration TASK_TIMEOUT = Duration.ofMinutes(2);

    /// The number of volumes of a page. A volume with its entities takes a few kilobytes.
    private static final int PAGE_SIZE = 1000;

    private static final int MAX_PAGES = 100;

    /// The time for one request to the API server.
    private static final Duration RECORD_TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final String server;
    private final CurrentSession session;
    private final TaskWatch tasks;
    private final Supplier<CnsContainerCluster> cluster;
    private final RegistrationRecords registrations;
    private final VolumeMetrics metrics;
    private final LongSupplier nanoTime;
    private volatile Set<String> retiredClusters = Set.of();

    /// Creates the object.
    ///
    /// @param cluster returns what CNS records as the owner of volumes; its id never changes
    public CnsMetadata(
            ConnectedVcenter vcenter,
            TaskWatch tasks,
            Supplier<CnsContainerCluster> cluster,
            RegistrationRecords registrations,
            VolumeMetrics metrics,
            LongSupplier nanoTime) {
        this.name = vcenter.target().name();
        this.server = vcenter.target().server();
        this.session = vcenter.session();
        this.tasks = tasks;
        this.cluster = cluster;
        this.registrations = registrations;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public OwnCluster cluster() {
        CnsContainerCluster now = cluster.get();
        return new OwnCluster(now.clusterId(), now.distribution(), retiredClusters);
    }

    /// Sets the ids of clusters that no longer exist.
    public void setRetiredClusters(Set<String> ids) {
        retiredClusters = Set.copyOf(ids);
    }

    @Override
    public MetadataQueryResult list() {
        return switch (query(CnsQuery.ofCluster(cluster.get().clusterId()))) {
            case Found.Volumes(List<RecordedVolume> volumes) -> MetadataQueryResult.Answered.complete(volumes);
            case Found.Refused(String why) -> new MetadataQueryResult.Unanswered(why);
            case Found.Unknown(String why) -> new MetadataQueryResult.Unanswered(why);
        };
    }

    @Override
    public MetadataQueryResult volumes(Set<String> ids) {
        List<CnsVolumeId> known =
                ids.stream().flatMap(id -> CnsVolumeId.parse(id).stream()).toList();
        Map<CnsVolumeId, Found> found = BatchSplitter.send(known, some -> {
            Found answer = query(CnsQuery.ofVolumes(some));
            return switch (answer) {
                case Found.Volumes _ ->
                    new BatchAnswer.Each<>(some.stream().collect(Collectors.toMap(id -> id, _ -> answer)));
                case Found.Refused _ -> new BatchAnswer.Refused<>(answer);
                case Found.Unknown _ -> new BatchAnswer.Unanswered<>(answer);
            };
        });
        var volumes = new LinkedHashSet<RecordedVolume>();
        var refused = new HashMap<String, String>();
        for (Map.Entry<CnsVolumeId, Found> each : found.entrySet()) {
            switch (each.getValue()) {
                case Found.Volumes(List<RecordedVolume> some) -> volumes.addAll(some);
                case Found.Refused(String why) -> refused.put(each.getKey().id(), why);
                case Found.Unknown(String why) -> {
                    return new MetadataQueryResult.Unanswered(why);
                }
            }
        }
        return new MetadataQueryResult.Answered(List.copyOf(volumes), refused);
    }

    /// What a query returned.
    private sealed interface Found {
        record Volumes(List<RecordedVolume> volumes) implements Found {}

        /// vCenter refused the query.
        ///
        /// @param why for messages
        record Refused(String why) implements Found {}

        /// @param why for messages
        record Unknown(String why) implements Found {}
    }

    private Found query(CnsQuery query) {
        long begun = nanoTime.getAsLong();
        try {
            CnsQueryResult result =
                    session.read(QUERY_TIMEOUT, current -> new CnsClient(current).query(query, PAGE_SIZE, MAX_PAGES));
            metrics.onCnsOperation(CnsOperation.QUERY_VOLUME, true, since(begun));
            return switch (result) {
                case CnsQueryResult.Complete(List<CnsVolume> volumes) ->
                    new Found.Volumes(volumes.stream().map(RecordedVolumes::of).toList());
                case CnsQueryResult.Incomplete(var _, String why) -> new Found.Unknown(why);
            };
        } catch (VcenterException e) {
            metrics.onCnsOperation(CnsOperation.QUERY_VOLUME, false, since(begun));
            String why = String.valueOf(e.getMessage());
            return CnsRefusals.isOfContent(e) ? new Found.Refused(why) : new Found.Unknown(why);
        } catch (NoSessionException e) {
            metrics.onCnsOperation(CnsOperation.QUERY_VOLUME, false, since(begun));
            return new Found.Unknown(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Found.Unknown("the query was interrupted");
        }
    }

    @Override
    public Map<String, MetadataWriteResult> update(List<MetadataUpdate> updates) {
        return MetadataRounds.send(updates, this::send);
    }

    /// Sends one call.
    private BatchAnswer<String, MetadataWriteResult> send(List<MetadataUpdate> updates) {
        List<CnsMetadataUpdate> specs = updates.stream().map(this::spec).toList();
        List<CnsVolumeId> ids = specs.stream().map(CnsMetadataUpdate::volume).toList();
        TaskEnd end = run(
                cns -> cns.updateMetadata(specs),
                CnsOperation.UPDATE_VOLUME_METADATA,
                state -> CnsOutcome.ofAll(state, ids).values().stream().allMatch(CnsOutcome.Done.class::isInstance));
        return switch (end) {
            case TaskEnd.Refused(String why) -> new BatchAnswer.Refused<>(new MetadataWriteResult.Refused(why));
            case TaskEnd.Unknown(String why) -> new BatchAnswer.Unanswered<>(new MetadataWriteResult.Failed(why));
            case TaskEnd.Known(CnsTaskState.Failed(CnsFault fault)) ->
                new BatchAnswer.Refused<>(new MetadataWriteResult.Refused(sentence(fault)));
            case TaskEnd.Known(CnsTaskState state) ->
                new BatchAnswer.Each<>(CnsOutcome.ofAll(state, ids).entrySet().stream()
                        .collect(Collectors.toMap(each -> each.getKey().id(), each -> result(each.getValue()))));
        };
    }

    private CnsMetadataUpdate spec(MetadataUpdate update) {
        return new CnsMetadataUpdate(
                new CnsVolumeId(update.volumeId()),
                new CnsVolumeMetadata(
                        cluster.get(),
                        Stream.concat(
                                        update.written().stream().map(each -> RecordedVolumes.entity(each, id())),
                                        update.removed().stream()
                                                .map(each -> RecordedVolumes.entity(each, id()))
                                                .map(CnsEntityMetadata::deleted))
                                .toList()));
    }

    private String id() {
        return cluster.get().clusterId();
    }

    @Override
    public MetadataWriteResult register(String volumeName, DesiredMetadata desired) {
        return register(volumeName, desired, CALL_TIMEOUT.plus(TASK_TIMEOUT));
    }

    /// Registers an existing disk as a volume of the same id, as the method without this limit does.
    ///
    /// @param atMost how long all calls and the wait for the task may take
    public MetadataWriteResult register(String volumeName, DesiredMetadata desired, Duration atMost) {
        long end = nanoTime.getAsLong() + atMost.toNanos();
        Optional<CnsVolumeId> disk = CnsVolumeId.parse(desired.volumeId());
        if (disk.isEmpty()) {
            return new MetadataWriteResult.NotFound("the volume handle is no id of a disk");
        }
        var spec = CnsCreateSpec.register(
                volumeName,
                new CnsCreateSpec.ExistingDisk(disk.get()),
                new CnsVolumeMetadata(
                        cluster.get(),
                        MetadataRounds.first(desired.volumeId(), desired.entities()).stream()
                                .map(each -> RecordedVolumes.entity(each, id()))
                                .toList()));
        Optional<String> unrecorded = registrations.begin(desired.volumeId(), shorter(RECORD_TIMEOUT, atMost));
        if (unrecorded.isPresent()) {
            return new MetadataWriteResult.Failed(
                    "the registration cannot be recorded, so it does not begin: " + unrecorded.get());
        }
        return switch (run(
                cns -> cns.createVolume(spec),
                CnsOperation.CREATE_VOLUME,
                state -> isRegistered(CnsOutcome.ofCreate(state)),
                Duration.ofNanos(end - nanoTime.getAsLong()))) {
            case TaskEnd.Refused(String why) -> new MetadataWriteResult.Refused(why);
            case TaskEnd.Unknown(String why) -> new MetadataWriteResult.Failed(why);
            case TaskEnd.Known(CnsTaskState state) ->
                isRegistered(CnsOutcome.ofCreate(state))
                        ? new MetadataWriteResult.Done()
                        : result(CnsOutcome.ofCreate(state));
        };
    }

    private static boolean isRegistered(CnsOutcome outcome) {
        return outcome instanceof CnsOutcome.Done
                || (outcome instanceof CnsOutcome.Faulted(CnsFault fault, var _)
                        && (fault instanceof CnsFault.AlreadyRegistered || fault instanceof CnsFault.AlreadyExists));
    }

    @Override
    public MetadataWriteResult unregister(String volumeId) {
        var volume = new CnsVolumeId(volumeId);
        return switch (run(
                cns -> cns.deleteVolume(volume, false),
                CnsOperation.DELETE_VOLUME,
                state -> CnsOutcome.of(state, volume) instanceof CnsOutcome.Done)) {
            case TaskEnd.Refused(String why) -> new MetadataWriteResult.Refused(why);
            case TaskEnd.Unknown(String why) -> new MetadataWriteResult.Failed(why);
            case TaskEnd.Known(CnsTaskState state) -> result(CnsOutcome.of(state, volume));
        };
    }

    private static MetadataWriteResult result(CnsOutcome outcome) {
        return switch (outcome) {
            case CnsOutcome.Done _ -> new MetadataWriteResult.Done();
            case CnsOutcome.Unclear(var _, String message) -> new MetadataWriteResult.Failed(message);
            case CnsOutcome.Faulted(CnsFault fault, var _) ->
                switch (fault) {
                    case CnsFault.NotFound _, CnsFault.NotRegistered _ ->
                        new MetadataWriteResult.NotFound(sentence(fault));
                    default -> new MetadataWriteResult.Refused(sentence(fault));
                };
        };
    }

    private static String sentence(CnsFault fault) {
        return fault.message().isBlank() ? "vCenter reported " + fault.kind() : fault.kind() + ": " + fault.message();
    }

    /// How a task ended.
    private sealed interface TaskEnd {
        record Known(CnsTaskState state) implements TaskEnd {}

        /// vCenter refused the call, and started no task.
        ///
        /// @param why for messages
        record Refused(String why) implements TaskEnd {}

        /// @param why for messages
        record Unknown(String why) implements TaskEnd {}
    }

    private TaskEnd run(
            Function<CnsClient, MoRef> call, CnsOperation operation, Function<CnsTaskState, Boolean> hasPassed) {
        return run(call, operation, hasPassed, CALL_TIMEOUT.plus(TASK_TIMEOUT));
    }

    private TaskEnd run(
            Function<CnsClient, MoRef> call,
            CnsOperation operation,
            Function<CnsTaskState, Boolean> hasPassed,
            Duration atMost) {
        long begun = nanoTime.getAsLong();
        TaskEnd end = run(call, atMost);
        metrics.onCnsOperation(
                operation, end instanceof TaskEnd.Known(CnsTaskState state) && hasPassed.apply(state), since(begun));
        return end;
    }

    private TaskEnd run(Function<CnsClient, MoRef> call, Duration atMost) {
        long begun = nanoTime.getAsLong();
        try {
            MoRef task = session.call(shorter(CALL_TIMEOUT, atMost), current -> call.apply(new CnsClient(current)));
            Duration left = shorter(TASK_TIMEOUT, atMost.minus(since(begun)));
            return switch (tasks.await(task, left)) {
                case TaskWaitResult.Finished(CnsTaskState state, var _) -> new TaskEnd.Known(state);
                case TaskWaitResult.Vanished() -> new TaskEnd.Unknown("vCenter does not know the task any more");
                case TaskWaitResult.StillRunning _ ->
                    new TaskEnd.Unknown("the task takes longer than %d s".formatted(left.toSeconds()));
                case TaskWaitResult.VcenterLost(String why) -> new TaskEnd.Unknown(why);
            };
        } catch (VcenterException e) {
            String why = String.valueOf(e.getMessage());
            return CnsRefusals.isOfContent(e) ? new TaskEnd.Refused(why) : new TaskEnd.Unknown(why);
        } catch (NoSessionException e) {
            return new TaskEnd.Unknown(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new TaskEnd.Unknown("the call was interrupted");
        }
    }

    /// Returns the shorter time, which is not negative.
    private static Duration shorter(Duration limit, Duration left) {
        return left.isNegative() ? Duration.ZERO : left.compareTo(limit) < 0 ? left : limit;
    }

    private Duration since(long begun) {
        return Duration.ofNanos(nanoTime.getAsLong() - begun);
    }
}
