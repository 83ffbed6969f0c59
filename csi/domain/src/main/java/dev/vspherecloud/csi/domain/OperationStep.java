package dev.vspherecloud.csi.domain;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// The next step of a call. Each but the last three has one method of [OperationFacts] that takes its
/// result.
public sealed interface OperationStep {
    /// Returns true if the call ends with this step.
    default boolean isLast() {
        return this instanceof Succeed || this instanceof GoElsewhere || this instanceof Fail;
    }

    /// Read the record from the API server, without a cache: [OperationFacts#onRecord].
    record ReadRecord() implements OperationStep {}

    /// Write the record: [OperationFacts#onWritten].
    ///
    /// @param version the resourceVersion that the record must still have; empty to create it
    record WriteRecord(OperationRecord record, Optional<String> version) implements OperationStep {
        /// Returns true if this write begins an attempt: the call is sent next.
        ///
        /// @param callId the id of the call
        public boolean beginsAttempt(String callId) {
            return record.newest()
                    .filter(attempt ->
                            attempt.opId().equals(callId) && attempt.taskId().isEmpty() && attempt.isOpen())
                    .isPresent();
        }
    }

    /// Ask vCenter for these tasks, all in one call: [OperationFacts#onTasks].
    record AskTasks(Set<String> taskIds) implements OperationStep {
        public AskTasks {
            taskIds = Set.copyOf(taskIds);
        }
    }

    /// Look in vCenter's list of tasks for creates that no record names: [OperationFacts#onTaskSearch].
    ///
    /// @param since when the first call that may be lost was recorded
    /// @param until when the last one can have reached vCenter
    record SearchTasks(Instant since, Instant until) implements OperationStep {}

    /// Ask CNS for the volumes of the request; by name for a create, otherwise by id:
    /// [OperationFacts#onVolumes].
    record AskVolumes() implements OperationStep {}

    /// Look for the disk of a volume that CNS does not list: [OperationFacts#onDisk].
    record FindDisk(String volumeId) implements OperationStep {}

    /// Register the disk as a volume again, which CNS has forgotten. The call ends with that; a later one finds the
    /// volume.
    ///
    /// @param name     the name of the volume in CNS; empty if the request does not tell
    /// @param finding  what is known of the disk
    record Register(String volumeId, Optional<String> name, String finding) implements OperationStep {}

    /// Read the record of the delete of this volume or snapshot: [OperationFacts#onDeletion].
    record ReadDeletion(String volumeId) implements OperationStep {}

    /// Delete this volume or snapshot by a call of its own, then start again: [OperationFacts#afterWait]. It lies in
    /// the wrong place, or its delete was begun and not finished, or a create has failed and left it behind.
    record Remove(String volumeId) implements OperationStep {}

    /// Make this volume as large as the request says by a call of its own, then start again:
    /// [OperationFacts#afterWait]. It is a copy of something smaller.
    record Grow(String volumeId) implements OperationStep {}

    /// Take a temporary snapshot of the volume that is to be copied by a call of its own, then start again with that
    /// snapshot as the origin: [OperationFacts#afterWait].
    record TakeSnapshot(VolumeOrigin.OfVolume source) implements OperationStep {}

    /// Send the call to CNS, once: [OperationFacts#onSent].
    ///
    /// @param opId    the operation id that the call carries
    /// @param isFirst true if no attempt of the record has made a volume before. Only then a create may choose the
    ///     id of its volume: a late call to delete an earlier volume would find the new one by the same id
    record Send(String opId, boolean isFirst) implements OperationStep {}

    /// Wait until this task ends: [OperationFacts#onTasks] with its result, or [OperationFacts#afterWait] at the
    /// deadline.
    record WaitForTask(String taskId, Instant until) implements OperationStep {}

    /// Wait, then look again: [OperationFacts#afterWait].
    record Pause(Instant until) implements OperationStep {}

    /// The call ends with success.
    ///
    /// @param volumeId the id of the volume, or of the snapshot
    record Succeed(String volumeId, long capacityMb) implements OperationStep {}

    /// The call ends, because an attempt was made on another vCenter: only that one knows its task and its volume.
    record GoElsewhere(String vcenter) implements OperationStep {}

    /// The call ends with this code.
    record Fail(OperationCode code, String message) implements OperationStep {}
}
