package dev.vspherecloud.csi.operations.attachment;

/// What a task to attach or to detach says of one of its volumes.
///
/// @param isJoint true if the task has ended and says nothing of this volume alone: it failed as a whole, or its
///     results leave the volume out. If it has several volumes, another one may be the cause
public record AttachTaskAnswer(AttachTaskResult result, boolean isJoint) {
    /// An answer about the volume itself, or none.
    public static AttachTaskAnswer of(AttachTaskResult result) {
        return new AttachTaskAnswer(result, false);
    }
}
