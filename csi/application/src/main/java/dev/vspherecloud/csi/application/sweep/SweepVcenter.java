package dev.vspherecloud.csi.application.sweep;

import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.volumes.RecordPrecondition;
import dev.vspherecloud.csi.volumes.VolumeDeleteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

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

    /// Deletes a volume, if a record has not changed since that was decided.
    VolumeDeleteResult deleteUnused(OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline);
}
