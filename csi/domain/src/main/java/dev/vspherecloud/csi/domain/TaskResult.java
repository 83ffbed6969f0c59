package dev.vspherecloud.csi.domain;

/// What vCenter says about a task.
public sealed interface TaskResult {
    /// The task is queued or runs.
    record Running() implements TaskResult {}

    /// The task ended with success.
    ///
    /// @param volumeId     the volume or snapshot of a create; empty for other operations
    /// @param datastoreUrl its datastore; empty for other operations, or if the task does not say it
    record Succeeded(String volumeId, String datastoreUrl) implements TaskResult {}

    /// The task ended with a failure.
    ///
    /// @param code    the code for the caller, by csi 3.9
    /// @param message the message of vCenter
    record Failed(OperationCode code, String message) implements TaskResult {}

    /// The task ended with a failure, and has left a snapshot behind that CNS has perhaps not recorded.
    ///
    /// @param snapshotId its id
    /// @param message    the message of vCenter
    record LeftBehind(String snapshotId, String message) implements TaskResult {}

    /// vCenter does not know the task any more. This is no proof that it ended: vCenter forgets tasks, and a restart
    /// loses them.
    record Vanished() implements TaskResult {}

    /// vCenter did not answer.
    record Unanswered() implements TaskResult {}
}
