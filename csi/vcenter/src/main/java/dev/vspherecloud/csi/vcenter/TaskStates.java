package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsTaskParser;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolumeResult;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads the states of tasks that records name, by one call.
public final class TaskStates {
    /// The largest number of tasks of one question.
    private static final int MAX_TASKS = 500;

    private TaskStates() {}

    /// Reads the states.
    ///
    /// @return the states by the ids of the tasks; without those that are not readable
    /// @throws dev.vspherecloud.vsphere.client.VcenterException if vCenter cannot be asked
    public static Map<String, TaskState> read(VcenterSession session, Set<String> ids) {
        List<MoRef> tasks = new TreeSet<>(ids)
                .stream().limit(MAX_TASKS).map(id -> new MoRef("Task", id)).toList();
        if (tasks.isEmpty()) {
            return Map.of();
        }
        Map<MoRef, CnsTaskState> known = CnsTaskParser.read(session, tasks);
        var states = new HashMap<String, TaskState>();
        tasks.forEach(task -> Optional.ofNullable(known.get(task))
                .map(TaskStates::of)
                .orElseGet(() -> Optional.of(TaskState.VANISHED))
                .ifPresent(state -> states.put(task.value(), state)));
        return states;
    }

    /// Returns the state; empty if vCenter reports something else.
    static Optional<TaskState> of(CnsTaskState state) {
        return switch (state) {
            case CnsTaskState.Queued _, CnsTaskState.Running _ -> Optional.of(TaskState.RUNNING);
            case CnsTaskState.Succeeded(List<CnsVolumeResult> results) -> of(results);
            case CnsTaskState.Snapshots _ -> Optional.of(TaskState.SUCCEEDED);
            case CnsTaskState.Failed _ -> Optional.of(TaskState.FAILED);
            case CnsTaskState.Unreadable _ -> Optional.empty();
        };
    }

    /// A task that succeeds may have a fault in its results.
    private static Optional<TaskState> of(List<CnsVolumeResult> results) {
        if (results.stream().anyMatch(CnsVolumeResult.Failed.class::isInstance)) {
            return Optional.of(TaskState.FAILED);
        }
        return results.stream().allMatch(CnsVolumeResult.Done.class::isInstance)
                ? Optional.of(TaskState.SUCCEEDED)
                : Optional.empty();
    }
}
