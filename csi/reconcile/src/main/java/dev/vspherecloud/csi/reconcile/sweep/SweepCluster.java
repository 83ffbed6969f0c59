package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// What the sweep of records needs from the API server. No failure is an exception: each is a result.
interface SweepCluster {
    /// Reads all records.
    ///
    /// @return each is [RecordState.Present] or [RecordState.Unreadable], by name
    ListResult<Map<String, RecordState>> records(Duration budget);

    /// Deletes a record, if it has this version.
    WriteResult forget(String record, String version, Duration budget);

    /// Reads the state of the claim of each create request.
    ///
    /// @return a state for each name
    ListResult<Map<String, ClaimState>> claims(Set<String> requestNames, Duration budget);
}
