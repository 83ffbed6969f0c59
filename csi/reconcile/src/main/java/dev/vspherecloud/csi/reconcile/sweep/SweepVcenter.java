package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The volumes of one vCenter, for the sweep of records. No failure of vCenter is an exception: each is a result.
public interface SweepVcenter {
    /// Returns the host name of the vCenter, which records name.
    String server();

    /// Returns the id of the cluster, which CNS records as the owner of volumes.
    String clusterId();

    /// Returns the volumes of the cluster with one of these names, with as few queries as possible.
    ///
    /// @param budget how long all queries together may take
    /// @return [VolumesResult.Unanswered] if some may be missing
    VolumesResult volumesNamed(Set<String> names, Duration budget);

    /// Returns the states of tasks by their ids, as far as they are known.
    Map<String, TaskState> tasks(Set<String> ids, Duration budget);

    /// Returns those of these volumes that exist, each with all its snapshots.
    ///
    /// @return [VolumesResult.Unanswered] if some may be missing
    VolumesResult withSnapshots(Set<String> ids, Duration budget);

    /// Reads all volumes of the cluster that have snapshots.
    ///
    /// @return why some may be missing; empty if none is
    Optional<String> eachWithSnapshots(Duration budget, Consumer<ObservedVolume> consumer);

    /// Deletes a snapshot, while no call works on a record, and if another record has not changed since that was
    /// decided.
    ///
    /// @param user the name of the record whose calls might need the snapshot
    VolumeDeleteResult deleteUnusedSnapshot(
            OperationRequest.DeleteSnapshot request,
            Optional<RecordPrecondition> precondition,
            String user,
            Instant deadline);

    /// Deletes a volume, if a record has not changed since that was decided.
    VolumeDeleteResult deleteUnused(OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline);
}
