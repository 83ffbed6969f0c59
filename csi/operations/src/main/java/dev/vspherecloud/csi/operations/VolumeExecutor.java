package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Creates, deletes and expands the volumes of one vCenter, and their snapshots, each exactly once, however often
/// a request is repeated and whichever process carries it out.
///
/// A call blocks its thread until the operation ends, or until the deadline. After the deadline it starts nothing;
/// it may take [CallTimes#RECORDING][dev.vspherecloud.csi.domain.CallTimes#RECORDING] longer to record what it has
/// started. So pass a deadline that is some seconds before the one of the caller.
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

    /// How long a call waits before it looks again whether it is its turn.
    private static final Duration TURN = Duration.ofMillis(200);

    private static final OperationRun.Assistant NOTHING = new OperationRun.Assistant() {};

    private final VolumeStore<D> store;
    private final OperationRun.Environment environment;
    private final Supplier<String> callIds;
    private final RecordVersions versions = new RecordVersions();

    /// The names of the records on which calls work, and whose turn it is.
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /// Creates an executor.
    ///
    /// @param gate     is asked before something is destroyed
    /// @param forgotten knows what is true of a volume that CNS does not list
    /// @param vcenter  the name of the vCenter in records; empty if the cluster has only one
    /// @param callIds  returns an id that no other call of any process has, for example a random UUID
    /// @param maxTasks how many calls may have a task in this vCenter at the same time; normally [#MAX_TASKS]
    public VolumeExecutor(
            VolumeStore<D> store,
            RecordStore records,
            DeletionGate gate,
            ForgottenVolumes forgotten,
            OperationClock clock,
            OperationLimits limits,
            String vcenter,
            Supplier<String> callIds,
            int maxTasks) {
        this.store = store;
        this.callIds = callIds;
        this.environment = new OperationRun.Environment(
                store, records, versions, gate, forgotten, new TaskSlots(maxTasks, clock), clock, limits, vcenter);
    }

    /// Creates a volume, or returns the one that an earlier call with the same name created.
    ///
    /// A copy of another volume needs a temporary snapshot. It is taken before the first attempt, and deleted
    /// when no attempt can need it any more. If the process ends before, a call that repeats the request deletes
    /// it, or [#deleteUnusedSnapshot].
    public VolumeCreateResult create(OperationRequest.Create request, D details, Instant deadline) {
        return create(
                request,
                (current, chosenId, opId, budget) -> store.create(current, details, chosenId, opId, budget),
                Optional.empty(),
                deadline);
    }

    /// Returns the volume that an earlier call with the same name created, or fails with this refusal. Starts no new
    /// volume, and deletes one that lies where the request does not allow it, as [#create] does.
    ///
    /// @param code    why no new volume can be created
    /// @param message what was found, and what to do
    public VolumeCreateResult adopt(
            OperationRequest.Create request, OperationCode code, String message, Instant deadline) {
        return create(
                request,
                (_, _, _, _) -> new SendResult.Refused(code, message),
                Optional.of(new VolumeFailure.RefusedByFault(code, message)),
                deadline);
    }

    /// Sends the call that creates a volume.
    @FunctionalInterface
    private interface CreateSender {
        SendResult send(OperationRequest.Create current, Optional<String> chosenId, String opId, Duration budget);
    }

    /// @param refusal why no new volume can be created; empty if one can
    private VolumeCreateResult create(
            OperationRequest.Create request,
            CreateSender sender,
            Optional<VolumeFailure.RefusedByFault> refusal,
            Instant deadline) {
        var assistant = new OperationRun.Assistant() {
            @Override
            public SendResult create(
                    OperationRequest.Create current, Optional<String> chosenId, String opId, Duration budget) {
                return sender.send(current, chosenId, opId, budget);
            }

            @Override
            public VolumeDeleteResult remove(String id) {
                return delete(new OperationRequest.Delete(id, request.cluster(), DeletionCause.UNUSED), deadline);
            }

            @Override
            public VolumeExpandResult grow(String volumeId) {
                return expand(new OperationRequest.Expand(volumeId, request.capacityMb()), deadline);
            }

            @Override
            public SnapshotCreateResult takeSnapshot(VolumeOrigin.OfVolume source) {
                return refusal.<SnapshotCreateResult>map(failure -> failure)
                        .orElseGet(() -> createSnapshot(
                                OperationRequest.CreateSnapshot.temporary(request.name(), source), deadline));
            }
        };
        OperationRun run = run(request, deadline, assistant, Optional.empty());
        return exclusively(request.recordName(), failure -> failure, () -> {
            VolumeCreateResult result =
                    result(request.recordName(), run, failure -> failure, succeed -> created(request, run, succeed));
            return request.origin() instanceof VolumeOrigin.OfVolume source
                    ? withoutTemporary(request.name(), source, result, deadline)
                    : result;
        });
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

    /// Deletes the temporary snapshot of a clone, if the clone exists or cannot be made.
    private VolumeCreateResult withoutTemporary(
            String name, VolumeOrigin.OfVolume source, VolumeCreateResult result, Instant deadline) {
        if (result instanceof VolumeFailure failure && !failure.code().isFinal()) {
            return result;
        }
        Optional<VolumeFailure> left = deleteTemporary(name, source.volumeId(), deadline);
        return switch (result) {
            // A refusal to delete the snapshot would keep the clone from its claim for ever. The sweep tries again.
            case VolumeCreateResult.Created _ ->
                left.filter(failure -> !failure.code().isFinal())
                        .<VolumeCreateResult>map(failure -> failure)
                        .orElse(result);
            // Another client deleted the temporary snapshot. The next call takes another one.
            case VolumeFailure.RefusedByFault(OperationCode code, String message)
            when code == OperationCode.NOT_FOUND && exists(source, deadline) ->
                new VolumeFailure.OtherOperation(message);
            case VolumeFailure _ -> result;
        };
    }

    private boolean exists(VolumeOrigin.OfVolume source, Instant deadline) {
        return !(store.volumes(Set.of(source.volumeId()), environment.clock().budget(deadline))
                        instanceof VolumesResult.Found(List<ObservedVolume> found))
                || !found.isEmpty();
    }

    private Optional<VolumeFailure> deleteTemporary(String name, String volumeId, Instant deadline) {
        if (!(store.withSnapshots(Set.of(volumeId), environment.clock().budget(deadline))
                instanceof VolumesResult.Found(List<ObservedVolume> volumes))) {
            return Optional.of(new VolumeFailure.Unavailable(
                    "%s: CNS does not return the snapshots of volume %s; the call is repeated"
                            .formatted(name, volumeId)));
        }
        return volumes.stream()
                .flatMap(volume -> volume.snapshots().stream())
                .filter(snapshot -> snapshot.description().equals(OperationName.ofTemporarySnapshot(name)))
                .map(snapshot -> deleteSnapshot(
                        new OperationRequest.DeleteSnapshot(volumeId, snapshot.id(), false, DeletionCause.UNUSED),
                        deadline))
                .flatMap(result -> result instanceof VolumeFailure failure ? Stream.of(failure) : Stream.of())
                .reduce((one, other) -> one.code().isFinal() ? other : one);
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

    /// Deletes a volume or a snapshot.
    private VolumeDeleteResult delete(
            OperationRequest request, Instant deadline, Optional<RecordPrecondition> precondition) {
        OperationRun run = run(request, deadline, NOTHING, precondition);
        return exclusively(
                request.recordName(),
                failure -> failure,
                () -> result(
                        request.recordName(),
                        run,
                        failure -> failure,
                        succeed -> new VolumeDeleteResult.Deleted(succeed.volumeId())));
    }

    /// Makes a volume at least as large as the request says. It never shrinks a volume.
    public VolumeExpandResult expand(OperationRequest.Expand request, Instant deadline) {
        OperationRun run = run(request, deadline, NOTHING, Optional.empty());
        return exclusively(
                request.recordName(),
                failure -> failure,
                () -> result(
                        request.recordName(),
                        run,
                        failure -> failure,
                        succeed -> new VolumeExpandResult.Expanded(succeed.volumeId(), succeed.capacityMb())));
    }

    /// Creates a snapshot, or returns the one that an earlier call with the same name created.
    ///
    /// The snapshots of one volume are created one after another, so that their number never exceeds the limit.
    public SnapshotCreateResult createSnapshot(OperationRequest.CreateSnapshot request, Instant deadline) {
        var assistant = new OperationRun.Assistant() {
            @Override
            public VolumeDeleteResult remove(String id) {
                return deleteSnapshot(
                        new OperationRequest.DeleteSnapshot(request.volumeId(), id, true, DeletionCause.UNUSED),
                        deadline);
            }
        };
        OperationRun run = run(request, deadline, assistant, Optional.empty());
        return exclusively(
                request.recordName(),
                failure -> failure,
                () -> inTurn(
                        "snapshots of " + request.volumeId(),
                        deadline,
                        () -> result(
                                request.recordName(),
                                run,
                                failure -> failure,
                                succeed -> created(run, request.volumeId(), succeed.volumeId()))));
    }

    private static SnapshotCreateResult created(OperationRun run, String volumeId, String snapshotId) {
        return run.snapshot(volumeId, snapshotId)
                .<SnapshotCreateResult>map(created -> created)
                .orElseGet(() -> new VolumeFailure.Unavailable(
                        "snapshot %s of volume %s was created, and CNS does not return it; the call is repeated"
                                .formatted(snapshotId, volumeId)));
    }

    /// Deletes a snapshot. If it does not exist, that is a success.
    public VolumeDeleteResult deleteSnapshot(OperationRequest.DeleteSnapshot request, Instant deadline) {
        return delete(request, deadline, Optional.empty());
    }

    /// Deletes a snapshot that the sweep found to be unused. No call works on the given record meanwhile.
    ///
    /// @param precondition the record by which that was decided, if there is one
    /// @param user         the name of the record whose calls might need the snapshot
    public VolumeDeleteResult deleteUnusedSnapshot(
            OperationRequest.DeleteSnapshot request,
            Optional<RecordPrecondition> precondition,
            String user,
            Instant deadline) {
        return exclusively(user, failure -> failure, () -> delete(request, deadline, precondition));
    }

    private OperationRun run(
            OperationRequest request,
            Instant deadline,
            OperationRun.Assistant assistant,
            Optional<RecordPrecondition> precondition) {
        return new OperationRun(environment, request, callIds.get(), deadline, assistant, precondition);
    }

    /// Work that an interrupt ends.
    @FunctionalInterface
    private interface Work<R> {
        R run() throws InterruptedException;
    }

    /// Does the work, unless another call works on the same record.
    private <R> R exclusively(String record, Function<VolumeFailure, R> failed, Work<R> work) {
        if (!busy.add(record)) {
            return failed.apply(new VolumeFailure.OtherOperation(
                    "%s: another call works on it; the call is repeated".formatted(record)));
        }
        try {
            return work.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed.apply(
                    new VolumeFailure.Unavailable("%s: the driver stops; the call is repeated".formatted(record)));
        } finally {
            busy.remove(record);
        }
    }

    /// Does the work when no other call with the same key does it.
    private SnapshotCreateResult inTurn(String key, Instant deadline, Work<SnapshotCreateResult> work)
            throws InterruptedException {
        OperationClock clock = environment.clock();
        while (!busy.add(key)) {
            if (!clock.now().isBefore(deadline)) {
                return new VolumeFailure.StillRunning(
                        "vCenter was busy with other %s until the deadline; the call is repeated".formatted(key));
            }
            boolean _ = clock.signal().await(clock.now().plus(TURN));
        }
        try {
            return work.run();
        } finally {
            busy.remove(key);
        }
    }

    /// Runs a call to its end.
    private <R> R result(
            String record,
            OperationRun run,
            Function<VolumeFailure, R> failed,
            Function<OperationStep.Succeed, R> succeeded)
            throws InterruptedException {
        return switch (run.run()) {
            case OperationStep.Succeed succeed -> {
                versions.forget(record);
                yield succeeded.apply(succeed);
            }
            case OperationStep.GoElsewhere(String vcenter) ->
                failed.apply(new VolumeFailure.OtherVcenter(
                        vcenter, "%s: vCenter %s works on it; the call is repeated there".formatted(record, vcenter)));
            case OperationStep.Fail(OperationCode code, String message) -> failed.apply(failure(code, message));
            case OperationStep other -> throw new IllegalStateException("not a last step: " + other);
        };
    }

    private static VolumeFailure failure(OperationCode code, String message) {
        return switch (code) {
            case ALREADY_EXISTS -> new VolumeFailure.ExistsIncompatible(message);
            case DEADLINE_EXCEEDED -> new VolumeFailure.StillRunning(message);
            case ABORTED -> new VolumeFailure.OtherOperation(message);
            case UNAVAILABLE -> new VolumeFailure.Unavailable(message);
            case FAILED_PRECONDITION,
                    INTERNAL,
                    INVALID_ARGUMENT,
                    NOT_FOUND,
                    OUT_OF_RANGE,
                    PERMISSION_DENIED,
                    RESOURCE_EXHAUSTED -> new VolumeFailure.RefusedByFault(code, message);
        };
    }
}
