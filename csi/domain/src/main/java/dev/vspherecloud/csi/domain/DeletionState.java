package dev.vspherecloud.csi.domain;

import java.time.Instant;

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
    /// The volume was deleted, and an earlier call to delete it may still run. It would delete a later volume with the
    /// same id, too.
    STILL_OPEN,
    /// The API server did not return a readable record.
    UNANSWERED;

    /// Reads the state from the record of the delete.
    ///
    /// @param wallTime the time in records
    public static DeletionState of(OperationRecord record, Instant wallTime) {
        if (record.isDone()) {
            return record.mayStillRun(wallTime) ? STILL_OPEN : DONE;
        }
        return record.attempts().stream().allMatch(OperationAttempt::isSettled) ? NONE : RUNNING;
    }
}
