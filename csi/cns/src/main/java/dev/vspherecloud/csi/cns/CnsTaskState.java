package dev.vspherecloud.csi.cns;

import java.util.List;
import java.util.OptionalInt;

/// The state of a CNS task.
public sealed interface CnsTaskState {
    /// The task waits.
    record Queued() implements CnsTaskState {}

    /// The task runs.
    ///
    /// @param progress percent, 0 to 100; empty if vCenter does not report it
    record Running(OptionalInt progress) implements CnsTaskState {}

    /// The task succeeded. Each of its results may still be a fault.
    ///
    /// @param results may be empty
    record Succeeded(List<CnsVolumeResult> results) implements CnsTaskState {
        public Succeeded {
            results = List.copyOf(results);
        }
    }

    /// The task of a query for snapshots succeeded.
    record Snapshots(CnsSnapshotPage page) implements CnsTaskState {}

    /// The task failed.
    record Failed(CnsFault fault) implements CnsTaskState {}

    /// vCenter reports a state or a result that this program cannot read. What the task did is not known.
    ///
    /// @param why for messages
    record Unreadable(String why) implements CnsTaskState {}

    /// Returns true if the task is over, so that its state changes no more.
    default boolean isFinished() {
        return switch (this) {
            case Queued _, Running _ -> false;
            case Succeeded _, Snapshots _, Failed _, Unreadable _ -> true;
        };
    }
}
