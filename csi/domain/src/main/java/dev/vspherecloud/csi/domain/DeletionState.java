package dev.vspherecloud.csi.domain;

/// What the record of the delete of a volume says. A create asks for it before it returns a volume that this call
/// did not create.
public enum DeletionState {
    NOT_ASKED,
    /// There is no such record, or the delete has failed for certain.
    NONE,
    /// A delete may run.
    RUNNING,
    /// The volume was deleted.
    DONE,
    /// The API server did not return a readable record.
    UNANSWERED;

    /// Reads the state from the record of the delete.
    public static DeletionState of(OperationRecord record) {
        if (record.isDone()) {
            return DONE;
        }
        return record.attempts().stream().allMatch(OperationAttempt::isSettled) ? NONE : RUNNING;
    }
}
