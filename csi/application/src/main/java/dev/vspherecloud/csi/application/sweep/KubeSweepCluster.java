package dev.vspherecloud.csi.application.sweep;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.claim.KubeClaimStates;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The cluster of the API server.
public final class KubeSweepCluster implements SweepCluster {
    private final KubeOperationRecords records;
    private final KubeClaimStates claims;
    private final KubePersistentVolumes volumes;
    private final KubeVolumeMigrations migrations;

    public KubeSweepCluster(ApiServer server, KubeOperationRecords records) {
        this.records = records;
        this.claims = new KubeClaimStates(server, System::nanoTime);
        this.volumes = new KubePersistentVolumes(server, System::nanoTime);
        this.migrations = new KubeVolumeMigrations(server, System::nanoTime);
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

    @Override
    public ListResult<Set<String>> handles(Duration budget) {
        ListResult<Set<String>> handles = volumes.fold(HashSet::new, (all, volume) -> all.add(volume.handle()), budget);
        // The handle of a volume of the in-tree driver is the path of its disk.
        return switch (migrations.volumeIds(budget)) {
            case ListResult.Complete<Set<String>>(Set<String> migrated) ->
                handles.map(all -> Stream.of(all, migrated).flatMap(Set::stream).collect(Collectors.toSet()));
            case ListResult.KindUnknown<Set<String>> _ -> handles;
            case ListResult.Failed<Set<String>> failed -> failed;
        };
    }
}
