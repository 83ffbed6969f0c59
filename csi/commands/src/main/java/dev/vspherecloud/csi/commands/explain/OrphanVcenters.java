package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.vcenter.SnapshotQueryResult;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the search of orphans asks the vCenters. No failure of vCenter is an exception.
interface OrphanVcenters {
    /// Returns the states of tasks by their ids, as far as they are known.
    Map<String, TaskState> tasks(String vcenter, Set<String> ids) throws InterruptedException;

    /// Returns the snapshots of these volumes.
    SnapshotQueryResult snapshots(String vcenter, List<CnsVolumeId> volumes) throws InterruptedException;
}
