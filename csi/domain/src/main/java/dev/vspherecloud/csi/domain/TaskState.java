package dev.vspherecloud.csi.domain;

/// The state of a task that a record names, for those who do not need its result.
public enum TaskState {
    /// The task is queued or runs.
    RUNNING,
    SUCCEEDED,
    FAILED,
    /// vCenter does not know the task any more. This is no proof that it ended: vCenter forgets tasks, and a restart
    /// loses them.
    VANISHED
}
