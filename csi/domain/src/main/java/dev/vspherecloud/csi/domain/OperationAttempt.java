package dev.vspherecloud.csi.domain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/// One attempt of an operation, as the record contains it.
///
/// @param invoked when its writer recorded it, in whole seconds
/// @param taskId  vCenter's id of the task; empty for an intent
/// @param vcenter the vCenter of the task; empty if the cluster has only one
/// @param opId    the id that the call carries, so that the task can be found in vCenter's list; unique in this
///                driver, may be empty in records of Go
/// @param error   why the attempt failed; empty if it did not
public record OperationAttempt(
        Instant invoked, String taskId, String vcenter, String opId, OperationStatus status, String error) {
    /// The beginning of an error that vCenter reported as the end of the task. Go writes `Error` also when it only
    /// stops waiting, so the status alone proves nothing.
    ///
    /// Rule from: csi-production 1.2.
    private static final String REPORTED = "vCenter reported: ";

    /// The operation ids of this driver are UUIDs. Those of Go are from vCenter, or missing.
    private static final Pattern OWN_ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /// The error of an attempt whose call was certainly not sent.
    private static final String UNSENT = "not sent in time";

    /// The error of an attempt that stands for the registration of a volume that CNS had forgotten.
    private static final String REGISTERED = "not sent: CNS had forgotten the volume, whose disk is registered again";

    public OperationAttempt {
        invoked = invoked.truncatedTo(ChronoUnit.SECONDS);
    }

    /// Returns a new attempt that was not sent yet.
    static OperationAttempt intent(Instant now, String vcenter, String opId) {
        return new OperationAttempt(now, "", vcenter, opId, OperationStatus.Known.IN_PROGRESS, "");
    }

    /// Returns the mark that a volume is about to be registered again. It is an attempt that failed, because every
    /// reader of records knows those.
    static OperationAttempt registration(Instant now) {
        return new OperationAttempt(now, "", "", "", OperationStatus.Known.ERROR, REGISTERED);
    }

    boolean isRegistration() {
        return error.equals(REGISTERED);
    }

    OperationAttempt withTask(String id) {
        return new OperationAttempt(invoked, id, vcenter, opId, status, error);
    }

    OperationAttempt succeeded() {
        return new OperationAttempt(invoked, taskId, vcenter, opId, OperationStatus.Known.SUCCESS, "");
    }

    /// Returns the attempt with a failure that vCenter reported.
    OperationAttempt failed(String message) {
        return new OperationAttempt(invoked, taskId, vcenter, opId, OperationStatus.Known.ERROR, REPORTED + message);
    }

    /// Returns the attempt as one whose call was not sent, and will not be.
    OperationAttempt unsent() {
        return new OperationAttempt(invoked, taskId, vcenter, opId, OperationStatus.Known.ERROR, UNSENT);
    }

    /// Returns the attempt with a failure that has left something behind.
    OperationAttempt partiallyFailed(String message) {
        return new OperationAttempt(
                invoked, taskId, vcenter, opId, OperationStatus.Known.PARTIALLY_FAILED, REPORTED + message);
    }

    OperationAttempt abandoned() {
        return new OperationAttempt(
                invoked, taskId, vcenter, opId, OperationStatus.Known.TRACKING_ABORTED, "no result was found in time");
    }

    /// Returns true if this driver has recorded the attempt.
    boolean isOwn() {
        return OWN_ID.matcher(opId).matches();
    }

    boolean is(OperationStatus.Known other) {
        return status == other;
    }

    /// Returns true if the record alone proves that the attempt has ended.
    boolean isSettled() {
        return is(OperationStatus.Known.SUCCESS)
                || is(OperationStatus.Known.PARTIALLY_FAILED)
                || (is(OperationStatus.Known.ERROR) && hasProvenEnd());
    }

    /// Returns true if the error proves that the attempt has ended: vCenter reported it, or nothing was sent.
    public boolean hasProvenEnd() {
        return error.startsWith(REPORTED) || error.equals(UNSENT) || isRegistration();
    }

    /// Returns true if the attempt may still run, and its end is worth asking for.
    boolean isOpen() {
        return !isSettled() && !is(OperationStatus.Known.TRACKING_ABORTED);
    }
}
