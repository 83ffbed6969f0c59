package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.claim.KubeClaimStates;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// The cluster of the API server.
public final class KubeSweepCluster implements SweepCluster {
    private final KubeOperationRecords records;
    private final KubeClaimStates claims;

    public KubeSweepCluster(ApiServer server, KubeOperationRecords records) {
        this.records = records;
        this.claims = new KubeClaimStates(server, System::nanoTime);
    }

    @Override
    public ListResult<Map<String, RecordState>> records(Duration budget) {
        return records.list(budget);
    }

    @Override
    public WriteResult forget(String record, String version, Duration budget) {
        return records.delete(record, version, budget);
    }

    @Override
    public ListResult<Map<String, ClaimState>> claims(Set<String> requestNames, Duration budget) {
        return claims.read(requestNames, budget);
    }
}
