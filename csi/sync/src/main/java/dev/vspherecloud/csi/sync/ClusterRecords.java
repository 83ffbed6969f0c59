package dev.vspherecloud.csi.sync;

import dev.vspherecloud.csi.cluster.call.ListResult;
import java.util.Map;
import java.util.Set;

/// The custom resources that a full pass reads.
public interface ClusterRecords {
    /// Returns the names of the records of operations that may still run.
    ListResult<Set<String>> openOperations();

    /// Returns the volume id of each disk of the in-tree driver, by the path of the disk. Empty if there are none.
    ListResult<Map<String, String>> migratedVolumes();
}
