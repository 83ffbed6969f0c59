package dev.vspherecloud.csi.volumes;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// Creates, deletes and expands the volumes of one vCenter, each exactly once, however often a request is repeated
/// and whichever process carries it out.
///
/// A call blocks its thread until the operation ends, or until the deadline. After the deadline it starts nothing;
/// it may take a few seconds longer to record what it has started. So pass a deadline that is some seconds before
/// the one of the caller.
///
/// At most one call works on a record at the same time; a second one gets [VolumeFailure.OtherOperation] at once.
/// Calls for different volumes never wait for one another, except that only some may have a task at the same time.
/// The wait for a slot counts against the deadline.
///
/// Threads: any. Each call needs only the thread of its caller, which may be virtual. If that thread is interrupted,
/// the call ends with [VolumeFailure.Unavailable], and the thread stays interrupted.
///
/// @param <D> what a create needs besides the request; see [VolumeStore]
public final class VolumeExecutor<D> {
    /// The usual limit of calls that have a task in this vCenter at the same time. A call that finds the task of an
    /// earlier call, and only waits for it, does not count.
    public static final int MAX_TASKS = 16;

    private final VolumeStore<D> store;
    private final OperationRun.Environment environment;
    private final Supplier<String> callIds;
    private final RecordVersions versions = new RecordVersions();

    /// The names of the records on which calls work.
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /// Creates an executor.
    ///
    /// @param vcenter  the name of the vCenter in records; empty if the cluster has only one
    /// @param callIds  returns an id that no other call of any process has, for example a random UUID
    /// @param maxTasks how many calls may have a task in this vCenter at the same time; normally [#MAX_TASKS]
    public VolumeExecutor(
            VolumeStore<D> store,
            RecordStore records,
            OperationClock clock,
            OperationLimits limits,
            String vcenter,
            Supplier<String> callIds,
            int maxTasks) {
        this.store = store;
        this.callIds = callIds;
        this.environment = new OperationRun.Environment(
                store, records, versions, new TaskSlots(maxTasks, clock), clock, limits, vcenter);
    }

    /// Creates a volume, or returns the one that an earlier call with the same name created.
    public VolumeCreateResult create(OperationRequest.Create request, D details, Instant deadline) {
        OperationRun run = run(
                request,
                deadline,
                (opId, budget) -> store.create(request, details, opId, budget),
                id -> delete(new OperationRequest.Delete(id, request.cluster()), deadline),
                Optional.empty());
        return exclusively(request, run, failure -> failure, succeed -> created(request, run, succeed));
    }

    /// A record may name a volume that CNS has lost, for example after the API server was restored from a backup.
    private static VolumeCreateResult created(
            OperationRequest.Create request, OperationRun run, OperationStep.Succeed succeed) {
        return run.datastoreOf(succeed.volumeId())
                .<VolumeCreateResult>map(
                        url -> new VolumeCreateResult.Created(succeed.volumeId(), succeed.capacityMb(), url))
                .orElseGet(() -> new VolumeFailure.Unavailable(
                        "%s: CNS does not return volume %s, which the record names; the call is repeated. If the volume is lost, delete the record with: kubectl delete cnsvolumeoperationrequest %s"
                                .formatted(request.recordName(), succeed.volumeId(), request.recordName())));
    }

    /// Deletes a volume. If it does not exist, that is a success.
    public VolumeDeleteResult delete(OperationRequest.Delete request, Instant deadline) {
        return delete(request, deadline, Optional.empty());
    }

    /// Deletes a volume that the sweep of records found to be unused, only if the record of its create still has
    /// the version by which that was decided. The record is read after the intent to delete is written, so that a
    /// create which adopts the volume meanwhile finds the intent.
    public VolumeDeleteResult deleteUnused(
            OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline) {
        return delete(request, deadline, Optional.of(precondition));
    }

    private VolumeDeleteResult delete(
            OperationRequest.Delete request, Instant deadline, Optional<RecordPrecondition> precondition) {
        OperationRun run = run(
                request,
                deadline,
                (opId, budget) -> store.delete(request, opId, budget),
                VolumeExecutor::removeNothing,
                precondition);
        return exclusively(
                request, run, failure -> failure, succeed -> new VolumeDeleteResult.Deleted(succeed.volumeId()));
    }

    /// Makes a volume at least as large as the request says. It never shrinks a volume.
    public VolumeExpandResult expand(OperationRequest.Expand request, Instant deadline) {
        OperationRun run = run(
                request,
                deadline,
                (opId, budget) -> store.expand(request, opId, budget),
                VolumeExecutor::removeNothing,
                Optional.empty());
        return exclusively(
                request,
                run,
                failure -> failure,
                succeed -> new VolumeExpandResult.Expanded(succeed.volumeId(), succeed.capacityMb()));
    }

    private static VolumeDeleteResult removeNothing(String volumeId) {
        throw new IllegalStateException("only a create deletes another volume first: " + volumeId);
    }

    private OperationRun run(
            OperationRequest request,
            Instant deadline,
            OperationRun.Sender sender,
            OperationRun.Remover remover,
            Optional<RecordPrecondition> precondition) {
        return new OperationRun(environment, request, callIds.get(), deadline, sender, remover, precondition);
    }

    /// Runs a call, unless another one works on the same record.
    private <R> R exclusively(
            OperationRequest request,
            OperationRun run,
            Function<VolumeFailure, R> failed,
            Function<OperationStep.Succeed, R> succeeded) {
        String record = request.recordName();
        if (!busy.add(record)) {
            return failed.apply(new VolumeFailure.OtherOperation(
                    "%s: another call works on it; the call is repeated".formatted(record)));
        }
        try {
            return switch (run.run()) {
                case OperationStep.Succeed succeed -> {
                    versions.forget(record);
                    yield succeeded.apply(succeed);
                }
                case OperationStep.GoElsewhere(String vcenter) ->
                    failed.apply(new VolumeFailure.OtherVcenter(
                            vcenter,
                            "%s: vCenter %s works on it; the call is repeated there".formatted(record, vcenter)));
                case OperationStep.Fail(OperationCode code, String message) -> failed.apply(failure(code, message));
                case OperationStep other -> throw new IllegalStateException("not a last step: " + other);
            };
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed.apply(
                    new VolumeFailure.Unavailable("%s: the driver stops; the call is repeated".formatted(record)));
        } finally {
            busy.remove(record);
        }
    }

    private static VolumeFailure failure(OperationCode code, String message) {
        return switch (code) {
            case ALREADY_EXISTS -> new VolumeFailure.ExistsIncompatible(message);
            case DEADLINE_EXCEEDED -> new VolumeFailure.StillRunning(message);
            case ABORTED -> new VolumeFailure.OtherOperation(message);
            case UNAVAILABLE -> new VolumeFailure.Unavailable(message);
            case FAILED_PRECONDITION, INTERNAL, INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED ->
                new VolumeFailure.RefusedByFault(code, message);
        };
    }
}
