package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.VolumeRecordResult;
import dev.vspherecloud.csi.domain.RecordState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The custom resources of the API server.
///
/// Threads: any.
final class KubeClusterRecords implements ClusterRecords {
    private static final Duration BUDGET = Duration.ofSeconds(30);

    /// The time for one record.
    private static final Duration RECORD_BUDGET = Duration.ofSeconds(10);

    private final KubeOperationRecords records;
    private final KubeVolumeMigrations migrations;
    private final KubeVolumeVcenters vcenters;
    private final InstantSource clock;

    public KubeClusterRecords(
            KubeOperationRecords records,
            KubeVolumeMigrations migrations,
            KubeVolumeVcenters vcenters,
            InstantSource clock) {
        this.records = records;
        this.migrations = migrations;
        this.vcenters = vcenters;
        this.clock = clock;
    }

    @Override
    public ListResult<Set<String>> openOperations() {
        Instant now = clock.instant();
        return records.list(BUDGET).map(all -> all.entrySet().stream()
                .filter(entry -> mayStillRun(entry.getValue(), now))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /// A record that cannot be read may be one of an operation that runs.
    private static boolean mayStillRun(RecordState state, Instant now) {
        return switch (state) {
            case RecordState.Present present -> present.record().mayStillRun(now);
            case RecordState.Unreadable _ -> true;
            case RecordState.Unread _, RecordState.Absent _, RecordState.Unanswered _ -> false;
        };
    }

    @Override
    public ListResult<Map<String, String>> migratedVolumes() {
        return migrations.list(BUDGET);
    }

    /// A cluster that had one vCenter has no definition of the records.
    @Override
    public ListResult<Map<String, String>> volumeVcenters() {
        ListResult<Map<String, String>> listed = vcenters.list(BUDGET);
        if (!(listed instanceof ListResult.KindUnknown<Map<String, String>>)) {
            return listed;
        }
        return vcenters.ensureDefinition(RECORD_BUDGET) instanceof RecordDefinitionResult.Failed(String problem)
                ? new ListResult.Failed<>(problem)
                : new ListResult.Complete<>(Map.of());
    }

    @Override
    public Optional<String> recordVcenter(String volumeId, String server) {
        return vcenters.create(volumeId, server, RECORD_BUDGET) instanceof VolumeRecordResult.Unknown(String problem)
                ? Optional.of(problem)
                : Optional.empty();
    }

    @Override
    public Optional<String> forgetVcenter(String volumeId) {
        return vcenters.delete(volumeId, RECORD_BUDGET) instanceof RemovalResult.Failed(String problem)
                ? Optional.of(problem)
                : Optional.empty();
    }
}
