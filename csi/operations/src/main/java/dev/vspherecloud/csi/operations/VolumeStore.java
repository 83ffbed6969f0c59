package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.StoreCapabilities;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumesResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The volumes and tasks of one vCenter. No failure of vCenter is an exception: each is a result.
///
/// The methods that return a [SendResult] start a task and do not wait for it. They send at most one call to vCenter,
/// and never repeat it: a call whose answer was lost is [SendResult.Lost], because its task may run.
/// [SendResult.Refused] is only for a fault with which vCenter proves that it started nothing.
///
/// Threads: is used from many threads at once.
///
/// @param <D> what a create needs besides the request, for example its storage policy; only the implementation
///            reads it
public interface VolumeStore<D> {
    /// Returns what this store can be asked. The answer is always the same.
    StoreCapabilities capabilities();

    /// Returns true if this vCenter lets its client choose the id of a new volume; false also if that is not known.
    boolean acceptsChosenIds(Duration budget);

    /// Starts to create a volume with the name [OperationRequest.Create#volumeName], the size
    /// [OperationRequest.Create#firstCapacityMb] and the contents of its origin.
    ///
    /// @param chosenId the id that the volume gets, only if [#acceptsChosenIds]; empty to let vCenter choose it
    /// @param opId     the operation id that the call carries
    /// @param budget   how long the request may take, the wait for a session included
    SendResult create(
            OperationRequest.Create request, D details, Optional<String> chosenId, String opId, Duration budget);

    /// Starts to delete a volume, with its disk.
    SendResult delete(OperationRequest.Delete request, String opId, Duration budget);

    /// Starts to expand a volume to the size of the request.
    SendResult expand(OperationRequest.Expand request, String opId, Duration budget);

    /// Starts to create a snapshot with the description [OperationRequest.CreateSnapshot#description].
    SendResult createSnapshot(OperationRequest.CreateSnapshot request, String opId, Duration budget);

    /// Starts to delete a snapshot.
    SendResult deleteSnapshot(OperationRequest.DeleteSnapshot request, String opId, Duration budget);

    /// Returns the volumes of this cluster with this name, each with all clusters that its metadata names. If some
    /// may be missing, the result is [VolumesResult.Unanswered].
    VolumesResult volumesNamed(String name, String cluster, Duration budget);

    /// Returns those of these volumes that exist. If some may be missing, the result is [VolumesResult.Unanswered].
    VolumesResult volumes(Set<String> ids, Duration budget);

    /// Returns those of these volumes that exist, each with all its snapshots. If some may be missing, the result is
    /// [VolumesResult.Unanswered].
    VolumesResult withSnapshots(Set<String> ids, Duration budget);

    /// Returns the results of tasks, by id. A task whose result cannot be read is [TaskResult.Vanished], which
    /// proves nothing.
    ///
    /// @param request what the tasks were started for
    /// @param ids     the result has exactly these keys
    Map<String, TaskResult> tasks(OperationRequest request, Set<String> ids, Duration budget);

    /// Waits until a task ends.
    ///
    /// @param request what the task was started for
    /// @param atMost  how long to wait
    /// @return [TaskResult.Running] if the task did not end in time, [TaskResult.Unanswered] if that is not known
    TaskResult awaitTask(OperationRequest request, String id, Duration atMost) throws InterruptedException;

    /// Lists the tasks of this account that are queued or run and that make what the request asks for: volumes, or
    /// snapshots. If some may be missing, the result is [TaskSearchResult.NotPossible].
    ///
    /// @param since when the first call that is looked for was recorded
    /// @param until when the last one can have reached vCenter. Both are times of the day of this host; that of
    ///     vCenter may differ
    TaskSearchResult findTasks(OperationRequest request, Instant since, Instant until, Duration budget);
}
