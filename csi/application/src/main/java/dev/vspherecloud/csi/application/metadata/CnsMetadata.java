package dev.vspherecloud.csi.application.metadata;

import dev.vspherecloud.csi.application.metrics.CnsOperation;
import dev.vspherecloud.csi.application.metrics.VolumeMetrics;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsMetadataUpdate;
import dev.vspherecloud.csi.cns.CnsOutcome;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.cns.TaskWaitResult;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.csi.sync.MetadataQueryResult;
import dev.vspherecloud.csi.sync.MetadataUpdate;
import dev.vspherecloud.csi.sync.MetadataVcenter;
import dev.vspherecloud.csi.sync.MetadataWriteResult;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
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

    private final String name;
    private final CurrentSession session;
    private final TaskWatch tasks;
    private final CnsContainerCluster cluster;
    private final VolumeMetrics metrics;
    private final LongSupplier nanoTime;

    public CnsMetadata(
            ConnectedVcenter vcenter,
            TaskWatch tasks,
            CnsContainerCluster cluster,
            VolumeMetrics metrics,
            LongSupplier nanoTime) {
        this.name = vcenter.target().name();
        this.session = vcenter.session();
        this.tasks = tasks;
        this.cluster = cluster;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OwnCluster cluster() {
        return new OwnCluster(cluster.clusterId(), cluster.distribution());
    }

    @Override
    public MetadataQueryResult list() {
        return query(CnsQuery.ofCluster(cluster.clusterId()));
    }

    @Override
    public MetadataQueryResult volumes(Set<String> ids) {
        List<CnsVolumeId> known =
                ids.stream().flatMap(id -> CnsVolumeId.parse(id).stream()).toList();
        return known.isEmpty() ? new MetadataQueryResult.Complete(List.of()) : query(CnsQuery.ofVolumes(known));
    }

    private MetadataQueryResult query(CnsQuery query) {
        long begun = nanoTime.getAsLong();
        try {
            CnsQueryResult result =
                    session.read(QUERY_TIMEOUT, current -> new CnsClient(current).query(query, PAGE_SIZE, MAX_PAGES));
            metrics.onCnsOperation(CnsOperation.QUERY_VOLUME, true, since(begun));
            return switch (result) {
                case CnsQueryResult.Complete(List<CnsVolume> volumes) ->
                    new MetadataQueryResult.Complete(
                            volumes.stream().map(RecordedVolumes::of).toList());
                case CnsQueryResult.Incomplete(var _, String why) -> new MetadataQueryResult.Unanswered(why);
            };
        } catch (NoSessionException | VcenterException e) {
            metrics.onCnsOperation(CnsOperation.QUERY_VOLUME, false, since(begun));
            return new MetadataQueryResult.Unanswered(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new MetadataQueryResult.Unanswered("the query was interrupted");
        }
    }

    @Override
    public Map<String, MetadataWriteResult> update(List<MetadataUpdate> updates) {
        List<CnsMetadataUpdate> specs = updates.stream().map(this::spec).toList();
        List<CnsVolumeId> ids = specs.stream().map(CnsMetadataUpdate::volume).toList();
        TaskEnd end = run(
                cns -> cns.updateMetadata(specs),
                CnsOperation.UPDATE_VOLUME_METADATA,
                state -> CnsOutcome.ofAll(state, ids).values().stream().allMatch(CnsOutcome.Done.class::isInstance));
        var results = new HashMap<String, MetadataWriteResult>();
        switch (end) {
            case TaskEnd.Unknown(String why) ->
                ids.forEach(id -> results.put(id.id(), new MetadataWriteResult.Failed(why)));
            case TaskEnd.Known(CnsTaskState state) ->
                CnsOutcome.ofAll(state, ids).forEach((id, outcome) -> results.put(id.id(), result(outcome)));
        }
        return results;
    }

    private CnsMetadataUpdate spec(MetadataUpdate update) {
        return new CnsMetadataUpdate(
                new CnsVolumeId(update.volumeId()),
                new CnsVolumeMetadata(
                        cluster,
                        Stream.concat(
                                        update.written().stream().map(each -> RecordedVolumes.entity(each, id())),
                                        update.removed().stream()
                                                .map(each -> RecordedVolumes.entity(each, id()))
                                                .map(CnsEntityMetadata::deleted))
                                .toList()));
    }

    private String id() {
        return cluster.clusterId();
    }

    @Override
    public MetadataWriteResult register(String volumeName, DesiredMetadata desired) {
        Optional<CnsVolumeId> disk = CnsVolumeId.parse(desired.volumeId());
        if (disk.isEmpty()) {
            return new MetadataWriteResult.NotFound("the volume handle is no id of a disk");
        }
        var spec = CnsCreateSpec.register(
                volumeName,
                new CnsCreateSpec.ExistingDisk(disk.get()),
                new CnsVolumeMetadata(
                        cluster,
                        desired.entities().stream()
                                .map(each -> RecordedVolumes.entity(each, id()))
                                .toList()));
        return switch (run(
                cns -> cns.createVolume(spec),
                CnsOperation.CREATE_VOLUME,
                state -> isRegistered(CnsOutcome.ofCreate(state)))) {
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
                    default -> new MetadataWriteResult.Failed(sentence(fault));
                };
        };
    }

    private static String sentence(CnsFault fault) {
        String kind = fault instanceof CnsFault.Other(String type, String _) && !type.isEmpty()
                ? type
                : fault.getClass().getSimpleName();
        return fault.message().isBlank() ? "vCenter reported " + kind : kind + ": " + fault.message();
    }

    /// How a task ended.
    private sealed interface TaskEnd {
        record Known(CnsTaskState state) implements TaskEnd {}

        /// @param why for messages
        record Unknown(String why) implements TaskEnd {}
    }

    private TaskEnd run(
            Function<CnsClient, MoRef> call, CnsOperation operation, Function<CnsTaskState, Boolean> hasPassed) {
        long begun = nanoTime.getAsLong();
        TaskEnd end = run(call);
        metrics.onCnsOperation(
                operation, end instanceof TaskEnd.Known(CnsTaskState state) && hasPassed.apply(state), since(begun));
        return end;
    }

    private TaskEnd run(Function<CnsClient, MoRef> call) {
        try {
            MoRef task = session.call(CALL_TIMEOUT, current -> call.apply(new CnsClient(current)));
            return switch (tasks.await(task, TASK_TIMEOUT)) {
                case TaskWaitResult.Finished(CnsTaskState state, var _) -> new TaskEnd.Known(state);
                case TaskWaitResult.Vanished() -> new TaskEnd.Unknown("vCenter does not know the task any more");
                case TaskWaitResult.StillRunning _ ->
                    new TaskEnd.Unknown("the task takes longer than %d s".formatted(TASK_TIMEOUT.toSeconds()));
                case TaskWaitResult.VcenterLost(String why) -> new TaskEnd.Unknown(why);
            };
        } catch (NoSessionException | VcenterException e) {
            return new TaskEnd.Unknown(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new TaskEnd.Unknown("the call was interrupted");
        }
    }

    private Duration since(long begun) {
        return Duration.ofNanos(nanoTime.getAsLong() - begun);
    }
}
