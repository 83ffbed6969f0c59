package dev.vspherecloud.csi.application.metadata;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.sync.ClusterRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The custom resources of the API server.
///
/// Threads: any.
public final class KubeClusterRecords implements ClusterRecords {
    private static final Duration BUDGET = Duration.ofSeconds(30);

    private final KubeOperationRecords records;
    private final KubeVolumeMigrations migrations;
    private final InstantSource clock;

    public KubeClusterRecords(KubeOperationRecords records, KubeVolumeMigrations migrations, InstantSource clock) {
        this.records = records;
        this.migrations = migrations;
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
}
