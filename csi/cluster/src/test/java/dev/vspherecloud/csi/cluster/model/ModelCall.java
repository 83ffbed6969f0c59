package dev.vspherecloud.csi.cluster.model;

import dev.vspherecloud.csi.domain.DeletionState;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationFacts;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationPolicy;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One call of a process: carries out the steps of the policy, each at a time of its own.
final class ModelCall {
    private final Replica replica;
    private final OperationRequest request;
    private final BooleanSupplier maySend;
    private final Consumer<OperationStep> answer;
    private OperationFacts facts;

    ModelCall(
            Replica replica,
            OperationRequest request,
            String id,
            Instant deadline,
            BooleanSupplier maySend,
            Consumer<OperationStep> answer) {
        this.replica = replica;
        this.request = request;
        this.maySend = maySend;
        this.answer = answer;
        this.facts = OperationFacts.begin(id, deadline);
    }

    void run() {
        OperationStep step = OperationPolicy.next(request, facts, replica.limits, "", now());
        switch (step) {
            case OperationStep.ReadRecord _ ->
                act(() -> {
                    RecordState state = replica.read(request.recordName());
                    Instant since = replica.disabled == Safeguard.INTENT_PATIENCE
                            ? Instant.EPOCH
                            : replica.since(request.recordName(), state);
                    return () -> facts = facts.onRecord(state, since);
                });
            case OperationStep.WriteRecord write ->
                act(() -> {
                    Instant started = now();
                    WriteResult result = write(write);
                    return () -> facts = facts.onWritten(write, result, started);
                });
            case OperationStep.AskTasks(Set<String> ids) ->
                act(() -> {
                    Map<String, TaskResult> results = new HashMap<>();
                    ids.forEach(id -> results.put(id, task(id)));
                    return () -> facts = facts.onTasks(results);
                });
            case OperationStep.SearchTasks(Set<String> opIds) ->
                act(() -> {
                    TaskSearchResult found = replica.disabled == Safeguard.TASK_SEARCH
                            ? new TaskSearchResult.Listed(Map.of())
                            : replica.cns.search(opIds);
                    return () -> facts = facts.onTaskSearch(found);
                });
            case OperationStep.AskVolumes _ ->
                act(() -> {
                    VolumesResult found = volumes();
                    return () -> facts = facts.onVolumes(found);
                });
            case OperationStep.ReadDeletion(String id) ->
                act(() -> {
                    DeletionState state = deletion(id);
                    return () -> facts = facts.onDeletion(state);
                });
            case OperationStep.Send(String opId) -> send(opId);
            case OperationStep.WaitForTask(String id, Instant until) -> await(id, until);
            case OperationStep.Pause(Instant until) ->
                at(until, () -> {
                    facts = facts.afterWait();
                    run();
                });
            case OperationStep.RemoveMisplaced _ -> throw new AssertionError("no request has datastores");
            case OperationStep.Succeed _, OperationStep.Fail _ -> at(now(), () -> answer.accept(step));
        }
    }

    private Instant now() {
        return replica.events.now();
    }

    /// Runs an action that this process carries out, unless it was killed. If it is stopped, the action comes later.
    private void at(Instant time, Runnable action) {
        replica.events.at(time, () -> {
            if (replica.isDead()) {
                return;
            }
            if (now().isBefore(replica.stoppedUntil())) {
                at(replica.stoppedUntil(), action);
            } else {
                action.run();
            }
        });
    }

    /// A request takes time in both directions; in between, the other side carries it out.
    private void act(Supplier<Runnable> request) {
        at(now().plus(replica.events.millis(1, 200)), () -> {
            Runnable result = request.get();
            at(now().plus(replica.events.millis(1, 200)), () -> {
                result.run();
                run();
            });
        });
    }

    private void send(String opId) {
        Instant decided = now();
        replica.beforeSend();
        at(now().plus(replica.events.millis(1, 200)), () -> {
            if (!maySend.getAsBoolean()) {
                replica.invariants.saw("a duplicate was not deleted after all");
                answer.accept(new OperationStep.Fail(OperationCode.ABORTED, "the record of the create changed"));
                return;
            }
            boolean wasDelayed = now().isAfter(decided.plusSeconds(1));
            if (wasDelayed) {
                replica.invariants.saw("delayed send");
            }
            var result = replica.cns.send(request, opId, wasDelayed);
            at(now().plus(replica.events.millis(1, 200)), () -> {
                facts = facts.onSent(result);
                run();
            });
        });
    }

    private void await(String id, Instant until) {
        Duration look = Duration.ofSeconds(2);
        at(now().plus(look), () -> {
            TaskResult result = task(id);
            boolean isOver = !(result instanceof TaskResult.Running || result instanceof TaskResult.Unanswered);
            if (isOver) {
                facts = facts.onTasks(Map.of(id, result));
                run();
            } else if (now().isBefore(until)) {
                await(id, until);
            } else {
                facts = facts.afterWait();
                run();
            }
        });
    }

    private TaskResult task(String id) {
        return replica.disabled == Safeguard.TASKS ? new TaskResult.Vanished() : replica.cns.task(id);
    }

    private WriteResult write(OperationStep.WriteRecord write) {
        return write.version()
                .map(version -> replica.records.update(write.record(), version, Replica.budget()))
                .orElseGet(() -> replica.records.create(write.record(), Replica.budget()));
    }

    private VolumesResult volumes() {
        VolumesResult result = replica.cns.volumes(request);
        if (!(result instanceof VolumesResult.Found(List<ObservedVolume> found))) {
            return result;
        }
        return switch (replica.disabled) {
            case VOLUMES_BY_NAME ->
                request instanceof OperationRequest.Create ? new VolumesResult.Found(List.of()) : result;
            case CLUSTERS ->
                new VolumesResult.Found(found.stream()
                        .map(volume -> new ObservedVolume(
                                volume.id(),
                                volume.name(),
                                volume.capacityMb(),
                                volume.datastoreUrl(),
                                Set.of(PretendCns.CLUSTER),
                                volume.isInUse(),
                                false,
                                false))
                        .toList());
            case SIZES ->
                request instanceof OperationRequest.Expand
                        ? new VolumesResult.Found(found.stream()
                                .map(volume -> new ObservedVolume(
                                        volume.id(), volume.name(), 1, "", volume.clusters(), false, false, false))
                                .toList())
                        : result;
            default -> result;
        };
    }

    private DeletionState deletion(String volumeId) {
        if (replica.disabled == Safeguard.DELETIONS) {
            return DeletionState.NONE;
        }
        return switch (replica.read(OperationName.ofDelete(volumeId))) {
            case RecordState.Absent _ -> DeletionState.NONE;
            case RecordState.Present(OperationRecord record, var _) -> DeletionState.of(record);
            case RecordState.Unread _, RecordState.Unreadable _, RecordState.Unanswered _ -> DeletionState.UNANSWERED;
        };
    }
}
