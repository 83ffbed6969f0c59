package dev.vspherecloud.csi.domain;

/// The result of sending the call to CNS.
public sealed interface SendResult {
    record NotSent() implements SendResult {}

    /// CNS started this task.
    record Started(String taskId) implements SendResult {}

    /// No answer arrived. The task may run.
    record Lost() implements SendResult {}

    /// vCenter refused the call, or it was not sent after all: nothing was started.
    record Refused(OperationCode code, String message) implements SendResult {}
}
