package dev.vspherecloud.csi.cns;

import java.util.Optional;

/// The result of waiting for a task.
public sealed interface TaskWaitResult {
    /// The task is over.
    ///
    /// @param state a [finished][CnsTaskState#isFinished] state
    record Finished(CnsTaskState state, CnsTaskParser.Times times) implements TaskWaitResult {}

    /// vCenter does not know the task, or no longer. It forgets finished tasks after some minutes, and a restart
    /// may lose running ones. So the task may have succeeded, failed, or never ended.
    record Vanished() implements TaskWaitResult {}

    /// The task was not over at the deadline.
    ///
    /// @param state the last state; empty if vCenter has not reported the task yet
    record StillRunning(Optional<CnsTaskState> state) implements TaskWaitResult {}

    /// The deadline came while vCenter could not be watched, or the watch was closed. So the task may be over.
    ///
    /// @param why for messages
    record VcenterLost(String why) implements TaskWaitResult {}
}
