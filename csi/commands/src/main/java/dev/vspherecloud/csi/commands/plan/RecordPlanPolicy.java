package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.cluster.plan.ExistingMigration;
import dev.vspherecloud.csi.cluster.plan.ExistingSnapshotClass;
import dev.vspherecloud.csi.cluster.plan.ExistingSnapshotContent;
import dev.vspherecloud.csi.cluster.plan.ExistingVolumeVcenter;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.RecordedTasks;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides what changes for snapshots, and for the records that vsphere-csi-driver (Go) keeps in the cluster. Pure.
///
/// Rule from: csi 2.4, 3.0.1, csi-production 1 and 8.
final class RecordPlanPolicy {
    private static final String OF_SIDECARS = "csi.storage.k8s.io/";

    /// After this time, no process sends the request of a record any more: the timeout of the sidecars' calls.
    private static final Duration INTENT_AGE = Duration.ofMinutes(5);

    private RecordPlanPolicy() {}

    /// Returns what differs for the record of an operation; empty if nothing changes.
    ///
    /// @param tasks what the vCenters say about the tasks of the record
    static Optional<TakeoverFinding> evaluate(RecordState state, RecordedTasks tasks, Instant now) {
        return switch (state) {
            case RecordState.Unreadable(String _, String problem) ->
                Optional.of(new TakeoverFinding(TakeoverCode.RECORD_UNREADABLE, problem));
            case RecordState.Present(OperationRecord record, String _) ->
                record.attempts().reversed().stream()
                        .flatMap(attempt -> attempt(attempt, tasks.of(attempt), now).stream())
                        .findFirst();
            case RecordState.Absent _, RecordState.Unread _, RecordState.Unanswered _ -> Optional.empty();
        };
    }

    private static Optional<TakeoverFinding> attempt(OperationAttempt attempt, Optional<TaskState> state, Instant now) {
        String task = attempt.taskId().isEmpty() ? "without a task" : attempt.taskId();
        return switch (attempt.status()) {
            case OperationStatus.Known known ->
                switch (known) {
                    case IN_PROGRESS ->
                        Optional.of(attempt.taskId().isEmpty() ? intent(attempt, now) : running(attempt, state));
                    case ERROR, PARTIALLY_FAILED, TRACKING_ABORTED ->
                        TakeoverFinding.when(
                                !attempt.hasProvenEnd(),
                                TakeoverCode.ERROR_UNPROVEN,
                                "%s: found %s%s"
                                        .formatted(
                                                task,
                                                known.text(),
                                                attempt.error().isEmpty() ? "" : ", " + attempt.error()));
                    case SUCCESS -> Optional.empty();
                };
            case OperationStatus.Unknown(String text) ->
                Optional.of(TakeoverFinding.of(
                        TakeoverCode.STATUS_UNKNOWN,
                        ("%s: found the status %s, expected InProgress, Success, Error, PartiallyFailed or"
                                        + " TrackingAborted")
                                .formatted(task, RawValue.printable(text))));
        };
    }

    private static TakeoverFinding intent(OperationAttempt attempt, Instant now) {
        return TakeoverFinding.of(
                attempt.invoked().plus(INTENT_AGE).isAfter(now)
                        ? TakeoverCode.INTENT_WITHOUT_TASK
                        : TakeoverCode.INTENT_UNFINISHED,
                "found InProgress without a task since %s".formatted(attempt.invoked()));
    }

    /// While no controller runs, the end of the task is not written, so the record alone proves nothing.
    private static TakeoverFinding running(OperationAttempt attempt, Optional<TaskState> state) {
        String text =
                switch (state.orElse(TaskState.RUNNING)) {
                    case RUNNING ->
                        state.isPresent() ? "%s runs since %s" : "%s began at %s, and vCenter was not asked for it";
                    case SUCCEEDED -> "%s began at %s, and has ended with success";
                    case FAILED -> "%s began at %s, and has failed";
                    case VANISHED -> "%s began at %s, and vCenter does not know it any more";
                };
        return TakeoverFinding.of(
                state.orElse(TaskState.RUNNING) == TaskState.RUNNING
                        ? TakeoverCode.OPERATION_IN_PROGRESS
                        : TakeoverCode.OPERATION_UNFINISHED,
                text.formatted(attempt.taskId(), attempt.invoked()));
    }

    /// Returns what differs for a snapshot; empty if nothing changes.
    ///
    /// @param tasks what the vCenters do now
    static Optional<TakeoverFinding> evaluate(ExistingSnapshotContent content, RunningTasks tasks) {
        if (content.isBeingDeleted()) {
            return Optional.of(TakeoverFinding.of(
                    tasks.maySnapshot()
                            ? TakeoverCode.SNAPSHOT_DELETION_IN_PROGRESS
                            : TakeoverCode.SNAPSHOT_DELETION_UNFINISHED,
                    "snapshot %s".formatted(content.handle().isEmpty() ? "without a handle" : content.handle())));
        }
        if (!content.handle().isEmpty()) {
            return TakeoverFinding.when(
                    SnapshotHandle.parse(content.handle()).isEmpty(),
                    TakeoverCode.SNAPSHOT_HANDLE_INVALID,
                    "found the handle %s, expected UUID+UUID".formatted(RawValue.printable(content.handle())));
        }
        if (HandleForm.of(content.sourceHandle()) != HandleForm.BLOCK) {
            return Optional.of(TakeoverFinding.of(
                    TakeoverCode.SNAPSHOT_SOURCE_UNSUPPORTED,
                    "found the volume handle %s, expected a UUID"
                            .formatted(RawValue.printable(content.sourceHandle()))));
        }
        return Optional.of(
                content.error().isEmpty()
                        ? TakeoverFinding.of(
                                tasks.maySnapshot()
                                        ? TakeoverCode.SNAPSHOT_IN_PROGRESS
                                        : TakeoverCode.SNAPSHOT_UNFINISHED,
                                "of the volume %s".formatted(content.sourceHandle()))
                        : new TakeoverFinding(TakeoverCode.SNAPSHOT_FAILED, content.error()));
    }

    /// Returns what differs for a VolumeSnapshotClass; empty if nothing changes.
    static List<TakeoverFinding> evaluate(ExistingSnapshotClass each) {
        return each.parameters().stream()
                .filter(key -> !key.startsWith(OF_SIDECARS))
                .map(key -> TakeoverFinding.of(
                        TakeoverCode.SNAPSHOT_PARAMETER_IGNORED,
                        "found the parameter %s".formatted(RawValue.printable(key))))
                .toList();
    }

    /// Returns what differs for a CNSVolumeInfo; empty if nothing changes.
    ///
    /// @param settings empty if the configuration is not known
    static Optional<TakeoverFinding> evaluate(ExistingVolumeVcenter record, Optional<TakeoverSettings> settings) {
        return settings.flatMap(known -> TakeoverFinding.when(
                !known.vcenters().contains(record.vcenter()),
                TakeoverCode.VCENTER_NOT_CONFIGURED,
                "volume %s: found the vCenter %s, expected one of %s"
                        .formatted(
                                record.volumeId(),
                                RawValue.printable(record.vcenter()),
                                String.join(
                                        ", ", known.vcenters().stream().sorted().toList()))));
    }

    /// Returns what differs for a CnsVSphereVolumeMigration; empty if nothing changes.
    static Optional<TakeoverFinding> evaluate(ExistingMigration record) {
        return TakeoverFinding.when(
                HandleForm.of(record.path()) != HandleForm.IN_TREE,
                TakeoverCode.MIGRATION_RECORD_INVALID,
                "found the path %s, expected [datastore] path.vmdk".formatted(RawValue.printable(record.path())));
    }
}
