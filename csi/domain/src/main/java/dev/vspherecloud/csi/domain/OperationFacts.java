package dev.vspherecloud.csi.domain;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What one call has learned so far. Begins with [#begin].
///
/// @param callId     unique for each call, in all processes; the operation id of the attempt that this call starts
/// @param deadline   when the call must end
/// @param capabilities what the store can be asked
/// @param record     the record
/// @param unchanged  since when this process has seen the record in this version
/// @param intentWritten when this call began to write its intent; empty if it wrote none
/// @param tasks      the results of tasks, by id
/// @param search     the result of the search for tasks of lost calls
/// @param volumes    the volumes in CNS
/// @param disk       whether the disk of a volume exists that CNS does not list; empty if it was not looked for
/// @param deletion   the state of the delete of the volume that a create is about to return
/// @param sent       the result of sending the call
/// @param refusal    the result of the last write, if nothing was written
/// @param writes     how many writes this call has tried
public record OperationFacts(
        String callId,
        Instant deadline,
        StoreCapabilities capabilities,
        RecordState record,
        Instant unchanged,
        Optional<Instant> intentWritten,
        Map<String, TaskResult> tasks,
        TaskSearchResult search,
        VolumesResult volumes,
        Optional<DiskPresence> disk,
        DeletionState deletion,
        SendResult sent,
        Optional<WriteResult> refusal,
        int writes) {
    public OperationFacts {
        tasks = Map.copyOf(tasks);
    }

    /// Returns what a call knows at its beginning: nothing.
    public static OperationFacts begin(String callId, Instant deadline, StoreCapabilities capabilities) {
        return new OperationFacts(
                callId,
                deadline,
                capabilities,
                new RecordState.Unread(),
                Instant.MAX,
                Optional.empty(),
                Map.of(),
                new TaskSearchResult.NotAsked(),
                new VolumesResult.NotAsked(),
                Optional.empty(),
                DeletionState.NOT_ASKED,
                new SendResult.NotSent(),
                Optional.empty(),
                0);
    }

    /// Adds the record.
    ///
    /// @param unchangedSince since when this process has seen this version of the record
    public OperationFacts onRecord(RecordState state, Instant unchangedSince) {
        return with(state, unchangedSince, intentWritten, tasks, search, volumes, deletion, sent);
    }

    /// Adds the result of a write. If the record now names another volume, what is known about the former one does
    /// not count any more.
    ///
    /// @param started when the write began
    public OperationFacts onWritten(OperationStep.WriteRecord step, WriteResult result, Instant started) {
        boolean isIntent = step.record()
                .newest()
                .filter(attempt ->
                        attempt.opId().equals(callId) && attempt.taskId().isEmpty())
                .isPresent();
        Optional<Instant> begun = isIntent && intentWritten.isEmpty() ? Optional.of(started) : intentWritten;
        boolean isSameVolume = record instanceof RecordState.Present(OperationRecord stored, var _)
                ? stored.volumeId().equals(step.record().volumeId())
                        && stored.snapshotId().equals(step.record().snapshotId())
                : !step.record().isDone();
        OperationFacts next =
                switch (result) {
                    case WriteResult.Written(String version) ->
                        with(
                                new RecordState.Present(step.record(), version),
                                started,
                                begun,
                                tasks,
                                search,
                                isSameVolume ? volumes : new VolumesResult.NotAsked(),
                                isSameVolume ? deletion : DeletionState.NOT_ASKED,
                                sent);
                    case WriteResult.Lost _ ->
                        with(new RecordState.Unread(), Instant.MAX, begun, tasks, search, volumes, deletion, sent);
                    case WriteResult.Conflict _, WriteResult.Refused _ -> this;
                };
        return next.written(result);
    }

    /// Adds results of tasks.
    public OperationFacts onTasks(Map<String, TaskResult> results) {
        var all = new HashMap<>(tasks);
        all.putAll(results);
        return with(record, unchanged, intentWritten, all, search, new VolumesResult.NotAsked(), deletion, sent);
    }

    /// Adds the result of the search for tasks. A create that ended before shows its volume only to a later look.
    public OperationFacts onTaskSearch(TaskSearchResult result) {
        return with(record, unchanged, intentWritten, tasks, result, new VolumesResult.NotAsked(), deletion, sent);
    }

    public OperationFacts onVolumes(VolumesResult result) {
        return with(record, unchanged, intentWritten, tasks, search, result, deletion, sent);
    }

    /// Adds whether the disk of a volume exists that CNS does not list. It counts as long as the answer of CNS does.
    public OperationFacts onDisk(DiskPresence result) {
        return new OperationFacts(
                callId,
                deadline,
                capabilities,
                record,
                unchanged,
                intentWritten,
                tasks,
                search,
                volumes,
                Optional.of(result),
                deletion,
                sent,
                refusal,
                writes);
    }

    public OperationFacts onDeletion(DeletionState result) {
        return with(record, unchanged, intentWritten, tasks, search, volumes, result, sent);
    }

    /// Adds the result of sending. What CNS showed before is outdated.
    public OperationFacts onSent(SendResult result) {
        return with(record, unchanged, intentWritten, tasks, search, new VolumesResult.NotAsked(), deletion, result);
    }

    /// Forgets everything that may have changed while the call waited.
    public OperationFacts afterWait() {
        return with(
                new RecordState.Unread(),
                Instant.MAX,
                intentWritten,
                Map.of(),
                new TaskSearchResult.NotAsked(),
                new VolumesResult.NotAsked(),
                DeletionState.NOT_ASKED,
                sent);
    }

    /// Returns true if this call owns the newest attempt of the record.
    boolean owns(OperationRecord stored) {
        return stored.newest().filter(attempt -> attempt.opId().equals(callId)).isPresent();
    }

    private OperationFacts written(WriteResult result) {
        Optional<WriteResult> refused =
                switch (result) {
                    case WriteResult.Written _, WriteResult.Lost _ -> Optional.empty();
                    case WriteResult.Conflict _, WriteResult.Refused _ -> Optional.of(result);
                };
        return new OperationFacts(
                callId,
                deadline,
                capabilities,
                record,
                unchanged,
                intentWritten,
                tasks,
                search,
                volumes,
                disk,
                deletion,
                sent,
                refused,
                writes + 1);
    }

    private OperationFacts with(
            RecordState newRecord,
            Instant newUnchanged,
            Optional<Instant> newIntentWritten,
            Map<String, TaskResult> newTasks,
            TaskSearchResult newSearch,
            VolumesResult newVolumes,
            DeletionState newDeletion,
            SendResult newSent) {
        return new OperationFacts(
                callId,
                deadline,
                capabilities,
                newRecord,
                newUnchanged,
                newIntentWritten,
                newTasks,
                newSearch,
                newVolumes,
                newVolumes.equals(volumes) ? disk : Optional.empty(),
                newDeletion,
                newSent,
                refusal,
                writes);
    }
}
