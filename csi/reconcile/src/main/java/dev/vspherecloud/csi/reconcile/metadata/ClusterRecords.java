package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.call.ListResult;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The custom resources that the synchronisation reads and writes.
interface ClusterRecords {
    /// Returns the names of the records of operations that may still run.
    ListResult<Set<String>> openOperations();

    /// Returns the volume id of each disk of the in-tree driver, by the path of the disk. Empty if there are none.
    ListResult<Map<String, String>> migratedVolumes();

    /// Returns the server of the vCenter of each volume that has a record of it, by the id of the volume.
    ListResult<Map<String, String>> volumeVcenters();

    /// Records which vCenter has a volume. If there is a record, it stays.
    ///
    /// @return why that is not possible; empty if there is a record now
    Optional<String> recordVcenter(String volumeId, String server);

    /// Deletes the record of which vCenter has a volume.
    ///
    /// @return why that is not possible; empty if there is no record now
    Optional<String> forgetVcenter(String volumeId);
}
