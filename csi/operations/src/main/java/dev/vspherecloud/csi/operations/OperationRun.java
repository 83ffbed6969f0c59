package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.DeletionState;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationFacts;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationPolicy;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// One call: asks [OperationPolicy] for the next step, carries it out, adds the result to the facts, and so on until
/// the last step.
///
/// Threads: confined to the thread of the call.
final class OperationRun {
    /// How long a call waits for a slot at most without asking again for what it knew before.
    private static final Duration FACTS_LIFETIME = Duration.ofSeconds(30);

    /// How long the permission to destroy something counts.
    private static final Duration PERMISSION_LIFETIME = Duration.ofSeconds(5);

    /// How many volumes that prevent the create one call may delete.
    private static final int MAX_REMOVALS = 3;

    /// What all calls for one vCenter share.
    ///
    /// @param store    CNS
    /// @param gate     is asked before something is destroyed
    /// @param forgotten knows what is true of a volume that CNS does not list
    /// @param vcenter  the name of the vCenter in records; empty if there is only one
    record Environment(
            VolumeStore<?> store,
            RecordStore records,
            RecordVersions versions,
            DeletionGate gate,
            ForgottenVolumes forgotten,
            TaskSlots slots,
            OperationClock clock,
            OperationLimits limits,
            String vcenter) {}

    /// What only some requests need. By default, a request needs nothing of it.
    interface Assistant {
        /// Sends the call that creates a volume.
        default SendResult create(
                OperationRequest.Create request, Optional<String> chosenId, String opId, Duration budget) {
            throw new IllegalStateException("only a create needs it: " + request.recordName());
        }

        /// Deletes a volume or snapshot by a call of its own.
        default VolumeDeleteResult remove(String id) throws InterruptedException {
            throw new IllegalStateException("only a create deletes something else first: " + id);
        }

        /// Expands a volume to the size of the request by a call of its own.
        default VolumeExpandResult grow(String volumeId) throws InterruptedException {
            throw new IllegalStateException("only a create expands another volume: " + volumeId);
        }

        /// Takes the temporary snapshot for a clone by a call of its own.
        default SnapshotCreateResult takeSnapshot(VolumeOrigin.OfVolume source) throws InterruptedException {
            throw new IllegalStateException("only a create needs another snapshot: " + source);
        }
    }

    private final Environment environment;
    private OperationRequest request;
    private final String callId;
    private final Instant deadline;
    private final Assistant assistant;
    private final Optional<RecordPrecondition> precondition;
    private OperationFacts facts;
    private boolean hasSlot;
    private Instant permitted = Instant.MIN;
    private int removals;

    /// Creates a call.
    ///
    /// @param callId       unique among all calls of all processes
    /// @param precondition is checked after the intent is written, before the call is sent
    OperationRun(
            Environment environment,
            OperationRequest request,
            String callId,
            Instant deadline,
            Assistant assistant,
            Optional<RecordPrecondition> precondition) {
        this.environment = environment;
        this.request = request;
        this.callId = callId;
        this.deadline = deadline;
        this.assistant = assistant;
        this.precondition = precondition;
        this.facts = OperationFacts.begin(callId, deadline, environment.store().capabilities());
    }

    /// Runs the call to its end.
    ///
    /// @return [OperationStep.Succeed], [OperationStep.GoElsewhere] or [OperationStep.Fail]
    OperationStep run() throws InterruptedException {
        try {
            while (true) {
                Optional<OperationStep> last = inTime(decide());
                if (last.isPresent()) {
                    return last.get();
                }
            }
        } finally {
            releaseSlot();
        }
    }

    private OperationStep decide() {
        return OperationPolicy.next(
                request,
                facts,
                request instanceof OperationRequest.Create create && create.isCopy()
                        ? environment.limits().forCopies()
                        : environment.limits(),
                environment.vcenter(),
                now(),
                environment.clock().wallTime());
    }

    /// Carries out a step, if there is time for one.
    ///
    /// @return the last step, if the call ends
    private Optional<OperationStep> inTime(OperationStep step) throws InterruptedException {
        return step.isLast() || !budget().isZero()
                ? carryOut(step)
                : Optional.of(fail(
                        OperationCode.DEADLINE_EXCEEDED,
                        "the time is over, and an attempt may still run; the call is repeated"));
    }

    /// Carries out a step.
    ///
    /// @return the last step, if the call ends
    private Optional<OperationStep> carryOut(OperationStep step) throws InterruptedException {
        return switch (step) {
            case OperationStep.ReadRecord _ -> {
                RecordState state = environment.records().read(request.recordName(), budget());
                Instant since = environment.versions().since(request.recordName(), state, now());
                yield proceed(facts.onRecord(state, since));
            }
            case OperationStep.WriteRecord write -> write(write);
            case OperationStep.AskTasks(Set<String> ids) ->
                proceed(facts.onTasks(environment.store().tasks(request, ids, budget())));
            case OperationStep.SearchTasks(Instant since, Instant until) ->
                proceed(facts.onTaskSearch(lostTasks(since, until)));
            case OperationStep.AskVolumes _ -> proceed(facts.onVolumes(volumes()));
            case OperationStep.FindDisk(String id) ->
                proceed(facts.onDisk(environment.forgotten().find(id, budget())));
            case OperationStep.Register(String id, Optional<String> name, String finding) ->
                Optional.of(fail(
                        OperationCode.UNAVAILABLE,
                        finding + "; " + environment.forgotten().register(id, name, budget())));
            case OperationStep.ReadDeletion(String id) -> proceed(facts.onDeletion(deletion(id)));
            case OperationStep.Remove(String id) -> remove(id);
            case OperationStep.Grow(String id) -> grow(id);
            case OperationStep.TakeSnapshot(VolumeOrigin.OfVolume source) -> takeSnapshot(source);
            case OperationStep.Send send -> send(send);
            case OperationStep.WaitForTask(String id, Instant until) -> awaitTask(id, until);
            case OperationStep.Pause(Instant until) -> {
                pause(until);
                yield proceed(facts.afterWait());
            }
            case OperationStep.Succeed _, OperationStep.GoElsewhere _, OperationStep.Fail _ -> Optional.of(step);
        };
    }

    private Optional<OperationStep> proceed(OperationFacts next) {
        facts = next;
        return Optional.empty();
    }

    /// Writes the record. An attempt needs a slot before its intent is written, because an intent must be sent soon.
    ///
    /// After a short wait for the slot, a call whose record did not exist creates it without a second look: if
    /// another process began meanwhile, the record exists, and the write fails.
    private Optional<OperationStep> write(OperationStep.WriteRecord step) throws InterruptedException {
        if (step.beginsAttempt(callId) && !hasSlot) {
            hasSlot = environment.slots().tryAcquire();
            if (!hasSlot) {
                boolean isNew = facts.record() instanceof RecordState.Absent;
                Instant askedBefore = now();
                hasSlot = environment.slots().acquire(deadline);
                if (!hasSlot) {
                    return Optional.of(noSlot());
                }
                boolean isFresh = Duration.between(askedBefore, now()).compareTo(FACTS_LIFETIME) < 0;
                // The policy decides again, because the time has changed.
                return isNew && isFresh ? Optional.empty() : proceed(facts.afterWait());
            }
        }
        if (step.beginsAttempt(callId) && destroys() && !now().isBefore(permitted.plus(PERMISSION_LIFETIME))) {
            return askGate();
        }
        Instant started = now();
        WriteResult result = step.version()
                .map(version -> environment.records().update(step.record(), version, budget()))
                .orElseGet(() -> environment.records().create(step.record(), budget()));
        return proceed(facts.onWritten(step, result, started));
    }

    private boolean destroys() {
        return request instanceof OperationRequest.Delete || request instanceof OperationRequest.DeleteSnapshot;
    }

    /// Asks whether the volume or snapshot may be destroyed.
    ///
    /// @return the last step, if it may not; empty if the policy is to decide again, because the time has changed
    private Optional<OperationStep> askGate() {
        DeletionVerdict verdict =
                switch (request) {
                    case OperationRequest.Delete delete -> environment.gate().volume(delete, budget());
                    case OperationRequest.DeleteSnapshot delete ->
                        environment.gate().snapshot(delete, budget());
                    case OperationRequest.Create _, OperationRequest.Expand _, OperationRequest.CreateSnapshot _ ->
                        throw new IllegalStateException("destroys nothing: " + request);
                };
        return switch (verdict) {
            case DeletionVerdict.May _ -> {
                permitted = now();
                yield Optional.empty();
            }
            case DeletionVerdict.Stopped(var _, String message) ->
                Optional.of(fail(OperationCode.FAILED_PRECONDITION, message));
            case DeletionVerdict.Unknown(String why) -> Optional.of(fail(OperationCode.UNAVAILABLE, why));
        };
    }

    private OperationStep noSlot() {
        return fail(
                OperationCode.DEADLINE_EXCEEDED,
                "vCenter was busy with other volumes until the deadline; the call is repeated");
    }

    private VolumesResult volumes() {
        return switch (request) {
            case OperationRequest.Create create ->
                environment.store().volumesNamed(create.volumeName(), create.cluster(), budget());
            case OperationRequest.Delete delete -> withSnapshots(delete.volumeId());
            case OperationRequest.Expand(String id, var _) -> withSnapshots(id);
            case OperationRequest.CreateSnapshot snapshot -> withSnapshots(snapshot.volumeId());
            case OperationRequest.DeleteSnapshot snapshot -> withSnapshots(snapshot.volumeId());
        };
    }

    private VolumesResult withSnapshots(String volumeId) {
        return environment.store().withSnapshots(Set.of(volumeId), budget());
    }

    private DeletionState deletion(String id) {
        String name = request instanceof OperationRequest.CreateSnapshot snapshot
                ? OperationName.ofDeleteSnapshot(snapshot.volumeId(), id)
                : OperationName.ofDelete(id);
        return switch (environment.records().read(name, budget())) {
            case RecordState.Absent _ -> DeletionState.NONE;
            case RecordState.Present(OperationRecord record, var _) ->
                DeletionState.of(record, environment.clock().wallTime());
            case RecordState.Unread _, RecordState.Unreadable _, RecordState.Unanswered _ -> DeletionState.UNANSWERED;
        };
    }

    /// Deletes a volume or snapshot that prevents the create. A refusal is not final for the create, which
    /// did not fail.
    private Optional<OperationStep> remove(String volumeId) throws InterruptedException {
        releaseSlot();
        removals++;
        if (removals > MAX_REMOVALS) {
            return Optional.of(fail(
                    OperationCode.ABORTED,
                    "%d other volumes were deleted first; the call is repeated".formatted(MAX_REMOVALS)));
        }
        return switch (assistant.remove(volumeId)) {
            case VolumeDeleteResult.Deleted _ -> proceed(facts.afterWait());
            case VolumeFailure failure ->
                Optional.of(fail(
                        failure.code().isFinal() ? OperationCode.ABORTED : failure.code(),
                        "%s was not deleted first: %s".formatted(volumeId, failure.message())));
        };
    }

    /// Expands a copy. A refusal is not final for the create, which has made a volume.
    private Optional<OperationStep> grow(String volumeId) throws InterruptedException {
        releaseSlot();
        return switch (assistant.grow(volumeId)) {
            case VolumeExpandResult.Expanded _ -> proceed(facts.afterWait());
            case VolumeFailure failure ->
                Optional.of(fail(
                        failure.code().isFinal() ? OperationCode.ABORTED : failure.code(),
                        "volume %s has the contents of its source, and was not expanded: %s"
                                .formatted(volumeId, failure.message())));
        };
    }

    /// Takes a snapshot of the source of a clone. A refusal is final only if no attempt of the create was recorded.
    private Optional<OperationStep> takeSnapshot(VolumeOrigin.OfVolume source) throws InterruptedException {
        releaseSlot();
        return switch (assistant.takeSnapshot(source)) {
            case SnapshotCreateResult.Created created -> {
                if (request instanceof OperationRequest.Create create) {
                    request = create.from(ofSnapshot(create, created));
                }
                yield proceed(facts.afterWait());
            }
            case VolumeFailure failure ->
                Optional.of(fail(
                        failure.code().isFinal() && !(facts.record() instanceof RecordState.Absent)
                                ? OperationCode.ABORTED
                                : failure.code(),
                        "the source was not copied: " + failure.message()));
        };
    }

    /// The source may have grown since the call began.
    private static VolumeOrigin ofSnapshot(OperationRequest.Create create, SnapshotCreateResult.Created snapshot) {
        return snapshot.capacityMb() <= create.capacityMb()
                ? new VolumeOrigin.OfSnapshot(snapshot.volumeId(), snapshot.snapshotId(), snapshot.capacityMb())
                : new VolumeOrigin.Unusable(
                        OperationCode.OUT_OF_RANGE,
                        "found a request for %d MiB, expected at least the %d MiB of the source volume %s; ask for more"
                                .formatted(create.capacityMb(), snapshot.capacityMb(), snapshot.volumeId()));
    }

    /// Returns the tasks that no record names. The records are read last: a task is started before it is recorded.
    private TaskSearchResult lostTasks(Instant since, Instant until) {
        TaskSearchResult result = environment.store().findTasks(request, since, until, budget());
        if (!(result instanceof TaskSearchResult.Listed(List<TaskSearchResult.FoundTask> all)) || all.isEmpty()) {
            return result;
        }
        return environment
                .records()
                .tasks(environment.vcenter(), budget())
                .<TaskSearchResult>map(recorded -> new TaskSearchResult.Listed(all.stream()
                        .filter(task -> !recorded.contains(task.id()))
                        .toList()))
                .orElseGet(TaskSearchResult.Unanswered::new);
    }

    private Optional<OperationStep> send(OperationStep.Send step) {
        String opId = step.opId();
        Optional<String> chosenId = step.isFirst() ? chosenId() : Optional.empty();
        if (precondition.isPresent()) {
            // The refusal is recorded: an intent that stays open would keep a create from using the volume.
            if (!holds(precondition.get())) {
                return proceed(facts.onSent(new SendResult.Refused(
                        OperationCode.ABORTED,
                        "record %s has changed, so the call was not sent"
                                .formatted(precondition.get().record()))));
            }
        }
        // The checks took time: the intent may be too old by now.
        if ((precondition.isPresent() || chosenId.isPresent()) && !(decide() instanceof OperationStep.Send)) {
            return Optional.empty();
        }
        return proceed(facts.onSent(
                switch (request) {
                    case OperationRequest.Create create -> assistant.create(create, chosenId, opId, budget());
                    case OperationRequest.Delete delete -> environment.store().delete(delete, opId, budget());
                    case OperationRequest.Expand expand -> environment.store().expand(expand, opId, budget());
                    case OperationRequest.CreateSnapshot create ->
                        environment.store().createSnapshot(create, opId, budget());
                    case OperationRequest.DeleteSnapshot delete ->
                        environment.store().deleteSnapshot(delete, opId, budget());
                }));
    }

    /// Returns the id that the new volume gets; empty if vCenter has to choose it. An id is never used again: a call to
    /// delete the earlier volume may still be on its way, and would delete the new one.
    private Optional<String> chosenId() {
        return request instanceof OperationRequest.Create create
                ? create.chosenId()
                        .filter(_ -> environment.store().acceptsChosenIds(budget()))
                        .filter(id -> environment.records().read(OperationName.ofDelete(id), budget())
                                instanceof RecordState.Absent)
                : Optional.empty();
    }

    private boolean holds(RecordPrecondition condition) {
        return environment.records().read(condition.record(), budget())
                        instanceof RecordState.Present(var _, String version)
                && version.equals(condition.version());
    }

    private Optional<OperationStep> awaitTask(String id, Instant until) throws InterruptedException {
        TaskResult result = environment.store().awaitTask(request, id, Duration.between(now(), until));
        return switch (result) {
            case TaskResult.Succeeded _, TaskResult.Failed _, TaskResult.LeftBehind _, TaskResult.Vanished _ ->
                proceed(facts.onTasks(Map.of(id, result)));
            case TaskResult.Running _, TaskResult.Unanswered _ -> {
                // A store may return early, for example because its connection ended.
                Instant soon = now().plus(environment.limits().poll());
                pause(soon.isBefore(until) ? soon : until);
                yield proceed(facts.afterWait());
            }
        };
    }

    /// Returns the URL of the datastore of the volume that this call returns, from what the call has learned. If it
    /// has not, it asks CNS.
    Optional<String> datastoreOf(String volumeId) {
        return inFacts(volumeId).or(() -> urlIn(environment.store().volumes(Set.of(volumeId), budget()), volumeId));
    }

    /// Returns the snapshot that this call returns, from what the call has learned. If it has not, it asks CNS.
    Optional<SnapshotCreateResult.Created> snapshot(String volumeId, String snapshotId) {
        return snapshotIn(facts.volumes(), volumeId, snapshotId)
                .or(() -> snapshotIn(withSnapshots(volumeId), volumeId, snapshotId));
    }

    private static Optional<SnapshotCreateResult.Created> snapshotIn(
            VolumesResult result, String volumeId, String snapshotId) {
        return result instanceof VolumesResult.Found(List<ObservedVolume> volumes)
                ? volumes.stream()
                        .filter(volume -> volume.id().equals(volumeId))
                        .flatMap(volume -> volume.snapshots().stream()
                                .filter(snapshot -> snapshot.id().equals(snapshotId))
                                .map(snapshot -> new SnapshotCreateResult.Created(
                                        volumeId, snapshotId, volume.capacityMb(), snapshot.created())))
                        .findFirst()
                : Optional.empty();
    }

    private Optional<String> inFacts(String volumeId) {
        return Stream.concat(
                        urlIn(facts.volumes(), volumeId).stream(),
                        facts.tasks().values().stream()
                                .flatMap(result -> result instanceof TaskResult.Succeeded(String id, String url)
                                                && id.equals(volumeId)
                                        ? Stream.of(url)
                                        : Stream.of())
                                .filter(url -> !url.isEmpty()))
                .findFirst();
    }

    private static Optional<String> urlIn(VolumesResult result, String volumeId) {
        return result instanceof VolumesResult.Found(List<ObservedVolume> volumes)
                ? volumes.stream()
                        .filter(volume -> volume.id().equals(volumeId))
                        .map(ObservedVolume::datastoreUrl)
                        .filter(url -> !url.isEmpty())
                        .findFirst()
                : Optional.empty();
    }

    private void pause(Instant until) throws InterruptedException {
        boolean _ = environment.clock().signal().await(until);
    }

    private void releaseSlot() {
        if (hasSlot) {
            hasSlot = false;
            environment.slots().release();
        }
    }

    private Instant now() {
        return environment.clock().now();
    }

    private Duration budget() {
        return environment.clock().budget(deadline);
    }

    private OperationStep fail(OperationCode code, String message) {
        return new OperationStep.Fail(code, "%s: %s".formatted(request.recordName(), message));
    }
}
