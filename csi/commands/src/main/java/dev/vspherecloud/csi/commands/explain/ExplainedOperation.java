package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// The record of an operation on the volume. Pure.
record ExplainedOperation(Kind kind, OperationRecord record) {
    /// How long an operation may run until it counts as a problem.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    enum Kind {
        CREATE,
        DELETE,
        EXPAND;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Optional<OperationAttempt> newest() {
        return record.newest();
    }

    /// Returns what the driver does when a sidecar repeats the request, in one sentence.
    String nextStep(Instant now) {
        Optional<OperationAttempt> newest = newest();
        if (newest.isEmpty()) {
            return "the record has no attempt; the driver starts the operation when the sidecar repeats the request";
        }
        OperationAttempt attempt = newest.get();
        return switch (attempt.status()) {
            case OperationStatus.Known.SUCCESS -> "nothing: the operation is finished";
            case OperationStatus.Known.IN_PROGRESS ->
                attempt.taskId().isEmpty() ? ofIntent(attempt, now) : "the driver waits for " + attempt.taskId();
            case OperationStatus.Known.ERROR ->
                attempt.hasProvenEnd()
                        ? "the attempt has ended; the driver starts another one when the sidecar repeats the request"
                        : ofUnknownEnd(attempt);
            case OperationStatus.Known.PARTIALLY_FAILED -> ofUnknownEnd(attempt);
            case OperationStatus.Unknown _ -> ofUnknownEnd(attempt);
            case OperationStatus.Known.TRACKING_ABORTED ->
                "the driver cannot learn how the attempt ends; before another attempt it looks for the volume in CNS";
        };
    }

    /// Without a task id the call to vCenter was perhaps never sent.
    private static String ofIntent(OperationAttempt attempt, Instant now) {
        return now.isBefore(attempt.invoked().plus(CallTimes.SEND_WINDOW).plus(CallTimes.LONGEST_CALL))
                ? "the driver is sending the call to vCenter"
                : "the record names no task; before another attempt the driver looks for the task and the volume in vCenter";
    }

    private static String ofUnknownEnd(OperationAttempt attempt) {
        return attempt.taskId().isEmpty()
                ? "the record does not prove that the attempt has ended; the driver looks for the volume in CNS before another attempt"
                : "the record does not prove that the attempt has ended; the driver asks vCenter for %s before another attempt"
                        .formatted(attempt.taskId());
    }

    /// Returns why an administrator should look at the operation; empty if it is finished, or has run for a short time.
    Optional<String> problem(Instant now) {
        return newest().flatMap(attempt -> switch (attempt.status()) {
            case OperationStatus.Known.SUCCESS -> Optional.empty();
            case OperationStatus.Known.IN_PROGRESS ->
                now.isAfter(attempt.invoked().plus(PATIENCE))
                        ? Optional.of("the %s has been in progress for %d minutes"
                                .formatted(
                                        kind.text(),
                                        Duration.between(attempt.invoked(), now).toMinutes()))
                        : Optional.empty();
            default ->
                Optional.of("the last attempt of the %s has the status %s%s"
                        .formatted(
                                kind.text(),
                                attempt.status().text(),
                                attempt.error().isEmpty() ? "" : ": " + attempt.error()));
        });
    }
}
