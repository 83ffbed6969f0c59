package dev.vspherecloud.csi.domain;

import dev.vspherecloud.csi.domain.OperationRequest.Goal;
import dev.vspherecloud.csi.domain.TaskSearchResult.FoundTask;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Decides the next step of a call that creates, deletes or expands a volume, or creates or deletes a snapshot.
///
/// The order is fixed: the record, the tasks that it names, the volumes in CNS, calls whose answers were lost, and
/// only then a new attempt. A new attempt is an intent in the record, written with the resourceVersion, before the
/// call is sent. So two processes never send for the same record, as long as each sends within the send window.
///
/// A call starts and adopts nothing after its deadline: a process that was stopped for minutes would otherwise
/// repeat a create whose volume is bound or deleted by now.
///
/// A code that external-provisioner takes as final is returned only if no attempt may still run.
///
/// Rule from: csi 3.0.1, csi-production 1, 3 and 6.
public final class OperationPolicy {
    /// The largest number of writes of one call. A call without conflicts needs three.
    private static final int MAX_WRITES = 10;

    private static final String TOO_OLD = "the intent is too old to be sent; the call is repeated";

    private final OperationRequest request;
    private final OperationFacts facts;
    private final OperationLimits limits;
    private final String vcenter;
    private final Instant now;
    private final Instant wallTime;

    private OperationPolicy(
            OperationRequest request,
            OperationFacts facts,
            OperationLimits limits,
            String vcenter,
            Instant now,
            Instant wallTime) {
        this.request = request;
        this.facts = facts;
        this.limits = limits;
        this.vcenter = vcenter;
        this.now = now;
        this.wallTime = wallTime;
    }

    /// Returns the next step.
    ///
    /// @param vcenter  the vCenter to record; empty if there is only one
    /// @param now      the time of the facts, by a clock that no correction changes
    /// @param wallTime the time in records, which other processes write, too
    public static OperationStep next(
            OperationRequest request,
            OperationFacts facts,
            OperationLimits limits,
            String vcenter,
            Instant now,
            Instant wallTime) {
        return new OperationPolicy(request, facts, limits, vcenter, now, wallTime).next();
    }

    private OperationStep next() {
        if (facts.refusal().isPresent()) {
            return refused(facts.refusal().get());
        }
        if (facts.writes() > MAX_WRITES) {
            return fail(OperationCode.UNAVAILABLE, "the API server did not answer %d writes".formatted(facts.writes()));
        }
        return switch (facts.record()) {
            case RecordState.Unread _ -> isLate() ? late() : new OperationStep.ReadRecord();
            case RecordState.Unanswered(String problem) -> fail(OperationCode.UNAVAILABLE, problem);
            case RecordState.Absent _ -> byVolumes(this::absent);
            case RecordState.Unreadable(var _, String problem) -> byVolumes(goal -> unreadable(goal, problem));
            case RecordState.Present(OperationRecord record, String version) -> present(record, version);
        };
    }

    private OperationStep refused(WriteResult result) {
        return result instanceof WriteResult.Refused(String problem)
                ? fail(OperationCode.UNAVAILABLE, problem)
                : fail(OperationCode.ABORTED, "another process works on it; the call is repeated");
    }

    // --- The record does not exist, or cannot be read

    private OperationStep absent(Goal.Known goal) {
        if (facts.intentWritten().isPresent()) {
            return fail(OperationCode.ABORTED, "the record was deleted during the call");
        }
        OperationRecord begun = begun();
        return switch (goal) {
            case Goal.Refused(OperationCode code, String message) -> fail(code, message);
            case Goal.Misplaced(String id) -> new OperationStep.Remove(id);
            case Goal.Smaller(String id) -> isLate() ? late() : new OperationStep.Grow(id);
            case Goal.Open _ ->
                isLate() ? late() : source().orElseGet(() -> new OperationStep.WriteRecord(begun, Optional.empty()));
            case Goal.Reached(String id, long capacity) -> {
                if (!(request instanceof OperationRequest.Create
                        || request instanceof OperationRequest.CreateSnapshot)) {
                    yield new OperationStep.Succeed(id, capacity);
                }
                yield isLate() ? late() : new OperationStep.WriteRecord(done(begun, id, capacity), Optional.empty());
            }
        };
    }

    private OperationRecord begun() {
        OperationRecord begun = OperationRecord.begun(request.recordName(), intent());
        return switch (request) {
            case OperationRequest.CreateSnapshot snapshot -> begun.ofSnapshot(snapshot.volumeId(), "");
            case OperationRequest.DeleteSnapshot(String volume, String snapshot, var _, var _) ->
                begun.ofSnapshot(volume, snapshot);
            case OperationRequest.Create _, OperationRequest.Delete _, OperationRequest.Expand _ -> begun;
        };
    }

    /// Returns the record of this operation when it is done.
    ///
    /// @param id what was created; of other requests the volume or snapshot
    private OperationRecord done(OperationRecord record, String id, long capacity) {
        return switch (request) {
            case OperationRequest.CreateSnapshot snapshot ->
                record.ofSnapshot(snapshot.volumeId(), id).done(snapshot.volumeId(), 0);
            case OperationRequest.DeleteSnapshot(String volume, String snapshot, var _, var _) ->
                record.ofSnapshot(volume, snapshot).done(volume, 0);
            case OperationRequest.Create _, OperationRequest.Delete _, OperationRequest.Expand _ ->
                record.done(id, capacity);
        };
    }

    /// Returns the step that a new attempt needs first: a clone needs a snapshot of its source.
    private Optional<OperationStep> source() {
        return request instanceof OperationRequest.Create create
                        && create.origin() instanceof VolumeOrigin.OfVolume volume
                ? Optional.of(new OperationStep.TakeSnapshot(volume))
                : Optional.empty();
    }

    /// A record that cannot be read may belong to an attempt that runs. So nothing is started and nothing is written.
    private OperationStep unreadable(Goal.Known goal, String problem) {
        return goal instanceof Goal.Reached(String id, long capacity)
                ? new OperationStep.Succeed(id, capacity)
                : fail(
                        OperationCode.UNAVAILABLE,
                        "%s; if no task of it runs in vCenter, delete it with: kubectl delete cnsvolumeoperationrequest %s"
                                .formatted(problem, request.recordName()));
    }

    // --- The record exists

    private OperationStep present(OperationRecord record, String version) {
        return elsewhere(record)
                .or(() -> recorded(record, version))
                .or(() -> leftBehind(record, version))
                .or(() -> ownAnswer(record, version))
                .or(() -> tasks(record, version))
                .orElseGet(() -> byVolumes(goal -> byGoal(goal, record, version)));
    }

    /// Returns the step if an attempt on another vCenter succeeded or may still run. A record names vCenters only if
    /// there are several.
    private Optional<OperationStep> elsewhere(OperationRecord record) {
        return record.attempts().stream()
                .filter(attempt -> attempt.is(OperationStatus.Known.SUCCESS) || isWorthAsking(attempt))
                .map(OperationAttempt::vcenter)
                .filter(other -> !other.isEmpty() && !vcenter.isEmpty() && !other.equals(vcenter))
                .findFirst()
                .map(OperationStep.GoElsewhere::new);
    }

    /// Returns the step if the record says that the operation is done.
    private Optional<OperationStep> recorded(OperationRecord record, String version) {
        if (!record.isDone()) {
            return Optional.empty();
        }
        return switch (request) {
            case OperationRequest.Delete delete -> Optional.of(deleted(delete, record, version));
            case OperationRequest.Expand expand ->
                record.capacityMb() >= expand.capacityMb()
                        ? Optional.of(new OperationStep.Succeed(expand.volumeId(), record.capacityMb()))
                        : Optional.empty();
            case OperationRequest.Create create ->
                record.volumeId().isEmpty() ? Optional.empty() : Optional.of(created(create, record, version));
            case OperationRequest.CreateSnapshot snapshot ->
                record.snapshotId().isEmpty() ? Optional.empty() : Optional.of(created(snapshot, record, version));
            case OperationRequest.DeleteSnapshot delete ->
                Optional.of(new OperationStep.Succeed(delete.snapshotId(), 0));
        };
    }

    /// A later volume can have the id of one that was deleted, if a client chose both. So the record of another call is
    /// no proof that this volume is gone.
    private OperationStep deleted(OperationRequest.Delete delete, OperationRecord record, String version) {
        var success = new OperationStep.Succeed(delete.volumeId(), 0);
        return facts.owns(record)
                ? success
                : byGoalOfVolumes(goal -> switch (goal) {
                    case Goal.Known known -> byGoal(known, record, version);
                    case Goal.Missing _ -> success;
                });
    }

    /// Returns true if this call sent the call that created what the record names.
    private boolean hasCreated(OperationRecord record, String id) {
        return facts.owns(record)
                && record.newest()
                        .map(OperationAttempt::taskId)
                        .map(facts.tasks()::get)
                        .filter(result ->
                                result instanceof TaskResult.Succeeded(String created, var _) && created.equals(id))
                        .isPresent();
    }

    private OperationStep created(OperationRequest.CreateSnapshot request, OperationRecord record, String version) {
        String id = record.snapshotId();
        if (hasCreated(record, id)) {
            return new OperationStep.Succeed(id, 0);
        }
        return switch (facts.deletion()) {
            case NOT_ASKED -> new OperationStep.ReadDeletion(id);
            case UNANSWERED ->
                fail(OperationCode.UNAVAILABLE, "the API server did not return the record of the delete");
            case RUNNING -> isLate() ? late() : new OperationStep.Remove(id);
            case DONE, STILL_OPEN -> byVolumes(goal -> byGoal(goal, record, version));
            case NONE ->
                byVolumes(goal -> isShown(request.volumeId(), id)
                        ? new OperationStep.Succeed(id, 0)
                        : goal instanceof Goal.Refused(OperationCode code, String message)
                                ? fail(code, message)
                                : lost("snapshot " + id));
        };
    }

    private boolean isShown(String volume, String snapshot) {
        return facts.volumes() instanceof VolumesResult.Found(var volumes)
                && volumes.stream()
                        .filter(each -> each.id().equals(volume))
                        .flatMap(each -> each.snapshots().stream())
                        .anyMatch(each -> each.id().equals(snapshot));
    }

    /// An attempt has failed and left a snapshot behind that CNS perhaps does not list. If it does, the snapshot is
    /// complete. Otherwise, it is deleted before another one is created.
    private Optional<OperationStep> leftBehind(OperationRecord record, String version) {
        String id = record.snapshotId();
        if (!(request instanceof OperationRequest.CreateSnapshot)
                || id.isEmpty()
                || record.newest()
                        .filter(attempt -> attempt.is(OperationStatus.Known.PARTIALLY_FAILED))
                        .isEmpty()) {
            return Optional.empty();
        }
        return switch (facts.deletion()) {
            case NOT_ASKED -> Optional.of(new OperationStep.ReadDeletion(id));
            case UNANSWERED ->
                Optional.of(fail(OperationCode.UNAVAILABLE, "the API server did not return the record of the delete"));
            case DONE, STILL_OPEN -> Optional.empty();
            case NONE, RUNNING ->
                Optional.of(byVolumes(goal -> goal instanceof Goal.Reached
                        ? byGoal(goal, record, version)
                        : isLate() ? late() : new OperationStep.Remove(id)));
        };
    }

    private OperationStep created(OperationRequest.Create create, OperationRecord record, String version) {
        var success = new OperationStep.Succeed(record.volumeId(), create.capacityMb());
        if (hasCreated(record, record.volumeId())) {
            return success;
        }
        if (record.capacityMb() != 0 && record.capacityMb() != create.capacityMb()) {
            return fail(
                    OperationCode.ALREADY_EXISTS,
                    "volume %s with the name %s has %d MiB, the request asks for %d MiB; delete the volume, or ask for its size"
                            .formatted(record.volumeId(), create.name(), record.capacityMb(), create.capacityMb()));
        }
        return switch (facts.deletion()) {
            case NOT_ASKED -> new OperationStep.ReadDeletion(record.volumeId());
            case UNANSWERED ->
                fail(OperationCode.UNAVAILABLE, "the API server did not return the record of the delete");
            case RUNNING -> whileDeleted(record);
            case DONE -> byVolumes(goal -> isAgain(goal, record) ? success : byGoal(goal, record, version));
            case STILL_OPEN ->
                byVolumes(goal -> isAgain(goal, record)
                        ? fail(
                                OperationCode.ABORTED,
                                "an earlier call to delete volume %s may still run".formatted(record.volumeId()))
                        : byGoal(goal, record, version));
            case NONE ->
                record.capacityMb() != 0 && create.datastores().isEmpty()
                        ? success
                        : byVolumes(_ -> recordedVolume(create, record, success));
        };
    }

    /// Returns true if CNS shows a volume with the id of the recorded one, which was deleted: an attempt with a chosen
    /// id has made it again.
    private static boolean isAgain(Goal.Known goal, OperationRecord record) {
        return goal instanceof Goal.Reached(String id, var _) && id.equals(record.volumeId());
    }

    /// A delete of the recorded volume was begun. If a PersistentVolume refers to the volume, the provisioner repeats
    /// the delete. Otherwise, this call finishes it, because the sweep of records does not repeat the delete of a
    /// volume that a create names.
    private OperationStep whileDeleted(OperationRecord record) {
        if (isLate()) {
            return late();
        }
        return switch (facts.volumes()) {
            case VolumesResult.NotAsked _ -> new OperationStep.AskVolumes();
            case VolumesResult.Unanswered _ -> fail(OperationCode.UNAVAILABLE, "CNS does not return the volumes");
            case VolumesResult.Found(var volumes) ->
                volumes.stream().anyMatch(volume -> volume.id().equals(record.volumeId()) && volume.isInUse())
                        ? fail(OperationCode.ABORTED, "volume %s is being deleted".formatted(record.volumeId()))
                        : new OperationStep.Remove(record.volumeId());
        };
    }

    /// Compares the recorded volume with the request. Go does not record its size.
    private OperationStep recordedVolume(
            OperationRequest.Create create, OperationRecord record, OperationStep.Succeed success) {
        if (!(facts.volumes() instanceof VolumesResult.Found(var volumes))) {
            return new OperationStep.AskVolumes();
        }
        List<ObservedVolume> shown = volumes.stream()
                .filter(volume -> volume.id().equals(record.volumeId()))
                .toList();
        Goal.Known goal = shown.isEmpty() ? new Goal.Open() : create.goal(shown);
        return switch (goal) {
            case Goal.Reached _ -> success;
            case Goal.Smaller(String id) -> isLate() ? late() : new OperationStep.Grow(id);
            case Goal.Misplaced(String id) -> new OperationStep.Remove(id);
            case Goal.Refused(OperationCode code, String message) -> fail(code, message);
            case Goal.Open _ -> ifAbsent(record.volumeId(), () -> lost("volume " + record.volumeId()));
        };
    }

    private OperationStep lost(String what) {
        return fail(
                OperationCode.UNAVAILABLE,
                "the record names %s, which CNS does not show; if it is lost, delete the record with: kubectl delete cnsvolumeoperationrequest %s"
                        .formatted(what, request.recordName()));
    }

    /// Records what the call of this process returned.
    private Optional<OperationStep> ownAnswer(OperationRecord record, String version) {
        OperationAttempt own = record.newest().filter(_ -> facts.owns(record)).orElse(null);
        if (own == null || !own.isOpen()) {
            return Optional.empty();
        }
        if (!own.taskId().isEmpty()) {
            return switch (facts.tasks().get(own.taskId())) {
                case TaskResult.Succeeded(String id, var _) -> ownSuccess(record, version, id);
                case null -> Optional.empty();
                case TaskResult.Failed _,
                        TaskResult.LeftBehind _,
                        TaskResult.Running _,
                        TaskResult.Vanished _,
                        TaskResult.Unanswered _ -> Optional.empty();
            };
        }
        return switch (facts.sent()) {
            case SendResult.Started(String task) ->
                Optional.of(write(record, version, attempt -> attempt.withTask(task)));
            case SendResult.Refused(var _, String message) ->
                Optional.of(new OperationStep.WriteRecord(
                        record.mapped(facts.callId(), attempt -> attempt.failed(message))
                                .withError(),
                        Optional.of(version)));
            case SendResult.NotSent _, SendResult.Lost _ -> Optional.empty();
        };
    }

    private Optional<OperationStep> ownSuccess(OperationRecord record, String version, String created) {
        boolean isKnown = !created.isEmpty();
        Optional<OperationRecord> done =
                switch (request) {
                    // A copy that has to grow is not done, and a call that repeats the request must not return it.
                    case OperationRequest.Create create ->
                        isKnown && create.firstCapacityMb() == create.capacityMb()
                                ? Optional.of(done(record, created, create.capacityMb()))
                                : Optional.empty();
                    case OperationRequest.Delete delete -> Optional.of(done(record, delete.volumeId(), 0));
                    case OperationRequest.Expand expand ->
                        Optional.of(done(record, expand.volumeId(), expand.capacityMb()));
                    case OperationRequest.CreateSnapshot _ ->
                        isKnown ? Optional.of(done(record, created, 0)) : Optional.empty();
                    case OperationRequest.DeleteSnapshot delete -> Optional.of(done(record, delete.snapshotId(), 0));
                };
        return done.map(each -> new OperationStep.WriteRecord(each, Optional.of(version)));
    }

    /// Asks for the tasks of all attempts that may run, and waits for one that does.
    private Optional<OperationStep> tasks(OperationRecord record, String version) {
        Set<String> unknown = new LinkedHashSet<>();
        for (OperationAttempt attempt : record.attempts()) {
            if (!isWorthAsking(attempt) || attempt.taskId().isEmpty()) {
                continue;
            }
            switch (facts.tasks().get(attempt.taskId())) {
                case null -> unknown.add(attempt.taskId());
                case TaskResult.Unanswered _ -> {
                    return Optional.of(
                            fail(OperationCode.UNAVAILABLE, "vCenter does not answer about " + attempt.taskId()));
                }
                case TaskResult.Running _ -> {
                    return Optional.of(
                            isLate()
                                    ? fail(
                                            OperationCode.DEADLINE_EXCEEDED,
                                            "task %s of vCenter still runs".formatted(attempt.taskId()))
                                    : new OperationStep.WaitForTask(attempt.taskId(), facts.deadline()));
                }
                case TaskResult.Failed(var _, String message)
                when facts.owns(record) && attempt.opId().equals(facts.callId()) -> {
                    return afterOwnFailure(record, version, message);
                }
                case TaskResult.LeftBehind(String snapshot, String message) -> {
                    return Optional.of(new OperationStep.WriteRecord(
                            record.mapped(each -> each.taskId().equals(attempt.taskId())
                                            ? each.partiallyFailed(message)
                                            : each)
                                    .ofSnapshot(record.volumeId(), snapshot)
                                    .withError(),
                            Optional.of(version)));
                }
                case TaskResult.Failed _, TaskResult.Succeeded _, TaskResult.Vanished _ -> {}
            }
        }
        return unknown.isEmpty() ? Optional.empty() : Optional.of(new OperationStep.AskTasks(unknown));
    }

    /// Records a failure only after CNS was asked: a failed create may leave a volume.
    private Optional<OperationStep> afterOwnFailure(OperationRecord record, String version, String message) {
        return Optional.of(byVolumes(goal -> goal instanceof Goal.Open
                ? new OperationStep.WriteRecord(
                        record.mapped(facts.callId(), attempt -> attempt.failed(message))
                                .withError(),
                        Optional.of(version))
                : byGoal(goal, record, version)));
    }

    private OperationStep byGoal(Goal.Known goal, OperationRecord record, String version) {
        return switch (goal) {
            case Goal.Reached(String id, long capacity) ->
                isLate()
                        ? late()
                        : new OperationStep.WriteRecord(done(adopting(record), id, capacity), Optional.of(version));
            case Goal.Smaller(String id) -> isLate() ? late() : new OperationStep.Grow(id);
            case Goal.Misplaced(String id) -> new OperationStep.Remove(id);
            case Goal.Refused(OperationCode code, String message) -> end(record, code, message);
            case Goal.Open _ -> facts.owns(record) ? ownAttempt(record, version) : newAttempt(record, version);
        };
    }

    /// The newest attempt counts as the one that has made the volume, unless its end is unknown. Then it may make
    /// another one, and a create after a delete has to wait for it.
    private OperationRecord adopting(OperationRecord record) {
        boolean isKnown = record.newest()
                .filter(newest -> newest.isSettled()
                        || !makesSomething()
                        || facts.tasks().get(newest.taskId()) instanceof TaskResult.Succeeded)
                .isPresent();
        return isKnown ? record : record.mapped(this::closed).with(intent());
    }

    private OperationStep ownAttempt(OperationRecord record, String version) {
        OperationAttempt own = record.newest().orElseThrow();
        if (!own.isOpen()) {
            return ownFailure(record, own);
        }
        Instant written = facts.intentWritten().orElse(Instant.MIN);
        if (own.taskId().isEmpty() && isUnsent()) {
            // A call that was certainly not sent is recorded as such: otherwise, the next one would wait for it.
            return now.isAfter(written.plus(limits.sendWindow())) || isLate()
                    ? write(record, version, OperationAttempt::unsent)
                    : new OperationStep.Send(own.opId(), record.volumeId().isEmpty());
        }
        // The volume mostly shows at once, or only the next call learns more. This one has a slot that others need.
        if (own.taskId().isEmpty()
                && !now.isBefore(written.plus(limits.sendWindow()).plus(CallTimes.LONGEST_CALL))) {
            return fail(OperationCode.ABORTED, "vCenter did not answer, and shows no task; the call is repeated");
        }
        return pauseUntil(now.plus(limits.poll()));
    }

    private OperationStep ownFailure(OperationRecord record, OperationAttempt own) {
        if (own.taskId().isEmpty() && isUnsent()) {
            return fail(OperationCode.ABORTED, TOO_OLD);
        }
        if (facts.sent() instanceof SendResult.Refused(OperationCode code, String message)) {
            return end(record, code, message);
        }
        return facts.tasks().get(own.taskId()) instanceof TaskResult.Failed(OperationCode code, String message)
                ? end(record, code, message)
                : fail(OperationCode.ABORTED, own.error());
    }

    /// Starts a new attempt, if no earlier one may still have an effect that is about to show.
    private OperationStep newAttempt(OperationRecord record, String version) {
        return afterRegistration(record).orElseGet(() -> nextAttempt(record, version));
    }

    private Optional<OperationStep> afterRegistration(OperationRecord record) {
        return record.waitAfterRegistration(wallTime)
                .filter(_ -> request instanceof OperationRequest.Delete)
                .map(until -> fail(
                        OperationCode.UNAVAILABLE,
                        "CNS had forgotten the volume, and with it which other clusters use its disk; it was registered again, and is deleted from %s on if no cluster claims it"
                                .formatted(until)));
    }

    private OperationStep nextAttempt(OperationRecord record, String version) {
        Instant free = endOfAttempts(record);
        if (free.isAfter(now)) {
            return awaitEarlier(
                    free,
                    "an earlier attempt may still run until %s; if vCenter shows no task of it, delete the record with: kubectl delete cnsvolumeoperationrequest %s"
                            .formatted(onWall(free), request.recordName()));
        }
        return lostCalls(record, version).orElseGet(() -> startAgain(record, version));
    }

    /// Returns until when an earlier attempt may still have an effect.
    private Instant endOfAttempts(OperationRecord record) {
        return record.attempts().stream()
                .filter(OperationAttempt::isOpen)
                .map(this::mayShowUntil)
                .reduce(Instant.MIN, (one, other) -> one.isAfter(other) ? one : other);
    }

    private OperationStep startAgain(OperationRecord record, String version) {
        OperationRecord closed = record.mapped(this::closed);
        long abandoned = closed.attempts().stream()
                .filter(attempt -> attempt.is(OperationStatus.Known.TRACKING_ABORTED) && mayStillCreate(attempt))
                .count();
        if (abandoned >= limits.maxAbandoned()) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    "the results of %d attempts are unknown; look at the tasks of vCenter, then delete the record with: kubectl delete cnsvolumeoperationrequest %s"
                            .formatted(abandoned, request.recordName()));
        }
        if (isLate()) {
            return late();
        }
        return facts.intentWritten().isPresent()
                ? fail(OperationCode.ABORTED, "another process works on it; the call is repeated")
                : source().orElseGet(() -> new OperationStep.WriteRecord(closed.with(intent()), Optional.of(version)));
    }

    /// Looks for the tasks of creates whose answers are not in the record. While one that no record names is queued
    /// or runs, it may be that of an earlier attempt, and no further one is sent: CNS would make a second volume.
    ///
    /// vCenter perhaps links a task to its call by the operation id. Then the task is recorded.
    private Optional<OperationStep> lostCalls(OperationRecord record, String version) {
        List<OperationAttempt> lost = record.attempts().stream()
                .filter(attempt -> !attempt.isSettled() && attempt.taskId().isEmpty() && mayStillCreate(attempt))
                .toList();
        if (lost.isEmpty() || !makesSomething() || !facts.capabilities().canSearchTasks()) {
            return Optional.empty();
        }
        return switch (facts.search()) {
            case TaskSearchResult.NotAsked _ ->
                Optional.of(
                        isLate()
                                ? late()
                                : new OperationStep.SearchTasks(
                                        lost.getFirst().invoked(),
                                        lost.getLast().invoked().plus(CallTimes.untilReceived(limits.sendWindow()))));
            case TaskSearchResult.Unanswered _ ->
                Optional.of(fail(OperationCode.UNAVAILABLE, "vCenter does not return its list of tasks"));
            case TaskSearchResult.NotPossible _ -> Optional.empty();
            case TaskSearchResult.Listed(List<FoundTask> found) ->
                found.isEmpty() ? Optional.empty() : Optional.of(found(lost, found, record, version));
        };
    }

    private OperationStep found(
            List<OperationAttempt> lost, List<FoundTask> found, OperationRecord record, String version) {
        Map<String, String> linked = found.stream()
                .filter(task -> lost.stream()
                        .anyMatch(attempt ->
                                !attempt.opId().isEmpty() && attempt.opId().equals(task.token())))
                .collect(Collectors.toMap(FoundTask::token, FoundTask::id, (one, _) -> one));
        if (!linked.isEmpty()) {
            return new OperationStep.WriteRecord(
                    record.mapped(attempt -> attempt.taskId().isEmpty() && linked.containsKey(attempt.opId())
                            ? attempt.withTask(linked.get(attempt.opId()))
                            : attempt),
                    Optional.of(version));
        }
        return awaitEarlier(
                now.plus(limits.poll()),
                "vCenter runs %s, which no record names and which may belong to an earlier attempt; the call is repeated until it has ended"
                        .formatted(found.stream().map(FoundTask::id).sorted().collect(Collectors.joining(", "))));
    }

    /// Returns true if a second call would make a second volume or snapshot.
    private boolean makesSomething() {
        return switch (request) {
            case OperationRequest.Create _, OperationRequest.CreateSnapshot _ -> true;
            case OperationRequest.Delete _, OperationRequest.Expand _, OperationRequest.DeleteSnapshot _ -> false;
        };
    }

    private Instant mayShowUntil(OperationAttempt attempt) {
        Instant unchanged = facts.unchanged().plus(limits.intentPatience());
        Instant vanished = onClock(attempt.invoked().plus(limits.vanishedPatience()));
        if (attempt.taskId().isEmpty()) {
            return isPatient() && vanished.isAfter(unchanged) ? vanished : unchanged;
        }
        return switch (facts.tasks().get(attempt.taskId())) {
            case TaskResult.Failed _, TaskResult.LeftBehind _ -> Instant.MIN;
            case TaskResult.Succeeded _ -> unchanged;
            case null -> vanished;
            case TaskResult.Running _, TaskResult.Vanished _, TaskResult.Unanswered _ -> vanished;
        };
    }

    /// Returns true if an intent without a task counts as a task that vCenter does not know any more, because it does
    /// not list its tasks.
    private boolean isPatient() {
        return makesSomething()
                && (!facts.capabilities().canSearchTasks() || facts.search() instanceof TaskSearchResult.NotPossible);
    }

    private OperationAttempt closed(OperationAttempt attempt) {
        if (attempt.isSettled()) {
            return attempt;
        }
        return facts.tasks().get(attempt.taskId()) instanceof TaskResult.Failed(var _, String message)
                ? attempt.failed(message)
                : attempt.isOpen() ? attempt.abandoned() : attempt;
    }

    /// Ends the call. A final code becomes a temporary one while an attempt may run.
    private OperationStep end(OperationRecord record, OperationCode code, String message) {
        boolean mayRun = record.attempts().stream()
                .anyMatch(attempt -> !attempt.isSettled()
                        && mayStillCreate(attempt)
                        && !(facts.tasks().get(attempt.taskId()) instanceof TaskResult.Failed));
        return mayRun && code.isFinal()
                ? fail(OperationCode.ABORTED, message + "; an earlier attempt may still run")
                : fail(code, message);
    }

    /// Returns true if vCenter may know something about the attempt. An abandoned one may have been sent late, by a
    /// process that was stopped for a while.
    private boolean isWorthAsking(OperationAttempt attempt) {
        return attempt.isOpen() || (!attempt.isSettled() && mayStillCreate(attempt));
    }

    private boolean mayStillCreate(OperationAttempt attempt) {
        return attempt.invoked().plus(limits.attemptLifetime()).isAfter(wallTime);
    }

    // --- Parts

    private OperationStep byGoalOfVolumes(Function<Goal, OperationStep> step) {
        return switch (facts.volumes()) {
            case VolumesResult.NotAsked _ -> new OperationStep.AskVolumes();
            case VolumesResult.Unanswered _ -> fail(OperationCode.UNAVAILABLE, "CNS does not return the volumes");
            case VolumesResult.Found(var volumes) -> step.apply(request.goal(volumes));
        };
    }

    /// A volume that CNS does not list counts as absent only if its disk is.
    private OperationStep byVolumes(Function<Goal.Known, OperationStep> step) {
        return byGoalOfVolumes(goal -> switch (goal) {
            case Goal.Known known -> step.apply(known);
            case Goal.Missing(String id, Goal.Known ifAbsent) -> ifAbsent(id, () -> step.apply(ifAbsent));
        });
    }

    private OperationStep ifAbsent(String volumeId, Supplier<OperationStep> step) {
        return facts.disk()
                .map(disk -> switch (disk) {
                    case DiskPresence.Absent() -> step.get();
                    case DiskPresence.Present present -> forgotten(volumeId, present.sentence(volumeId));
                    case DiskPresence.Unknown unknown -> fail(OperationCode.UNAVAILABLE, unknown.sentence(volumeId));
                })
                .orElseGet(() -> new OperationStep.FindDisk(volumeId));
    }

    /// An earlier attempt may be what removes the disk at this moment, so the volume is not registered before its end.
    private OperationStep forgotten(String volumeId, String finding) {
        Instant free = facts.record() instanceof RecordState.Present(OperationRecord record, var _)
                ? endOfAttempts(record)
                : Instant.MIN;
        if (free.isAfter(now)) {
            return awaitEarlier(free, "%s; an earlier attempt may still run until %s".formatted(finding, onWall(free)));
        }
        Optional<String> name =
                request instanceof OperationRequest.Create create ? Optional.of(create.volumeName()) : Optional.empty();
        return isLate() ? late() : new OperationStep.Register(volumeId, name, finding);
    }

    private OperationStep write(OperationRecord record, String version, UnaryOperator<OperationAttempt> change) {
        return new OperationStep.WriteRecord(record.mapped(facts.callId(), change), Optional.of(version));
    }

    private OperationAttempt intent() {
        return OperationAttempt.intent(wallTime, vcenter, facts.callId());
    }

    private boolean isUnsent() {
        return facts.sent() instanceof SendResult.NotSent;
    }

    private boolean isLate() {
        return !now.isBefore(facts.deadline());
    }

    /// Returns a time of a record on the clock of the facts.
    private Instant onClock(Instant recorded) {
        return now.plus(Duration.between(wallTime, recorded));
    }

    private Instant onWall(Instant time) {
        return wallTime.plus(Duration.between(now, time)).truncatedTo(ChronoUnit.SECONDS);
    }

    /// Waits for an earlier attempt, and says why at the end of the call.
    private OperationStep awaitEarlier(Instant free, String why) {
        Instant next = now.plus(limits.poll());
        return next.isBefore(facts.deadline())
                ? new OperationStep.Pause(free.isBefore(next) ? free : next)
                : fail(OperationCode.DEADLINE_EXCEEDED, why);
    }

    private OperationStep pauseUntil(Instant time) {
        if (isLate()) {
            return late();
        }
        return new OperationStep.Pause(time.isBefore(facts.deadline()) ? time : facts.deadline());
    }

    private OperationStep late() {
        return fail(OperationCode.DEADLINE_EXCEEDED, "an attempt may still run; the call is repeated");
    }

    private OperationStep fail(OperationCode code, String message) {
        return new OperationStep.Fail(code, "%s: %s".formatted(request.recordName(), message));
    }
}
