package dev.vspherecloud.csi.application.explain;

import dev.vspherecloud.csi.application.metadata.RecordedVolumes;
import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeDetails;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.metadata.OrphanFacts;
import dev.vspherecloud.csi.domain.metadata.OrphanPolicy;
import dev.vspherecloud.csi.domain.metadata.OrphanState;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Searches the orphans of the cluster, by the rules of the driver that runs.
///
/// The cluster is read after CNS. So an object that is created meanwhile keeps its volume from being an orphan. The
/// driver looks twice before it reports an orphan; this search looks once.
///
/// Threads: one.
final class OrphanSearch {
    private static final Duration BUDGET = Duration.ofSeconds(30);

    private final KubeOperationRecords records;
    private final KubeVolumeMigrations migrations;
    private final KubePersistentVolumes volumes;
    private final KubeVolumeDetails details;
    private final List<String> unread = new ArrayList<>();

    OrphanSearch(KubeConnection connection, String namespace) {
        this.records = new KubeOperationRecords(connection.server(), System::nanoTime, namespace);
        this.migrations = new KubeVolumeMigrations(connection.server(), System::nanoTime);
        this.volumes = new KubePersistentVolumes(connection.server(), System::nanoTime);
        this.details = new KubeVolumeDetails(connection.server(), System::nanoTime);
    }

    /// Searches orphans among the volumes of the cluster.
    ///
    /// @param found what each vCenter returned, by its name
    OrphanReport search(String clusterId, Map<String, CnsQueryResult> found, Instant now) {
        var counts = new TreeMap<String, Integer>();
        var orphans = new ArrayList<ExplainedOrphan>();
        Optional<Map<String, OperationRecord>> known = operations();
        Optional<Set<String>> claims = complete(details.claims(_ -> true, BUDGET))
                .map(all -> all.stream().map(ClaimDetails::uid).collect(Collectors.toSet()));
        Optional<Set<String>> handles =
                complete(volumes.<Set<String>>fold(HashSet::new, (all, volume) -> all.add(volume.handle()), BUDGET));
        Optional<Set<String>> migrated =
                switch (migrations.list(BUDGET)) {
                    case ListResult.Complete<Map<String, String>>(Map<String, String> ids) ->
                        Optional.of(Set.copyOf(ids.values()));
                    case ListResult.KindUnknown<Map<String, String>> _ -> Optional.of(Set.of());
                    case ListResult.Failed<Map<String, String>>(String problem) -> unread(problem);
                };
        Map<String, Integer> snapshots =
                switch (details.snapshots(BUDGET)) {
                    case ListResult.Complete<Map<String, Integer>>(Map<String, Integer> count) -> count;
                    case ListResult.KindUnknown<Map<String, Integer>> _ -> Map.of();
                    case ListResult.Failed<Map<String, Integer>>(String problem) -> {
                        unread.add(problem);
                        yield Map.of();
                    }
                };
        var own = new OwnCluster(clusterId, "");
        found.forEach((vcenter, result) -> {
            switch (result) {
                case CnsQueryResult.Incomplete(var _, String why) ->
                    unread.add("vCenter %s: %s".formatted(vcenter, why));
                case CnsQueryResult.Complete(List<CnsVolume> all) -> {
                    counts.put(vcenter, all.size());
                    if (known.isPresent() && claims.isPresent() && handles.isPresent() && migrated.isPresent()) {
                        all.stream()
                                .map(RecordedVolumes::of)
                                .filter(volume -> !handles.get().contains(volume.id())
                                        && !migrated.get().contains(volume.id()))
                                .filter(volume -> isOrphan(volume, own, known.get(), claims.get(), now))
                                .map(volume -> new ExplainedOrphan(
                                        vcenter,
                                        volume,
                                        OrphanPolicy.reason(volume, own),
                                        created(volume, known.get()),
                                        snapshots.getOrDefault(volume.id(), 0)))
                                .forEach(orphans::add);
                    }
                }
            }
        });
        orphans.sort(Comparator.comparing(ExplainedOrphan::vcenter)
                .thenComparing(orphan -> orphan.volume().id()));
        return new OrphanReport(clusterId, counts, orphans, unread);
    }

    private static boolean isOrphan(
            RecordedVolume volume,
            OwnCluster own,
            Map<String, OperationRecord> known,
            Set<String> claims,
            Instant now) {
        boolean hasClaim =
                OrphanPolicy.claimUid(volume.name()).filter(claims::contains).isPresent();
        boolean isOpen = known.values().stream()
                .filter(record -> record.mayStillRun(now))
                .map(OperationRecord::name)
                .anyMatch(name -> name.equals(OperationName.ofDelete(volume.id()))
                        || name.equals(OperationName.ofExpand(volume.id()))
                        || OperationName.ofVolume(name).equals(volume.name()));
        return OrphanPolicy.evaluate(volume, own, new OrphanFacts(hasClaim, isOpen, Optional.of(Instant.EPOCH)), now)
                == OrphanState.ORPHAN;
    }

    private static Optional<Instant> created(RecordedVolume volume, Map<String, OperationRecord> known) {
        return known.values().stream()
                .filter(record -> OperationName.ofVolume(record.name()).equals(volume.name()))
                .flatMap(record -> record.attempts().stream())
                .map(attempt -> attempt.invoked())
                .min(Comparator.naturalOrder());
    }

    private Optional<Map<String, OperationRecord>> operations() {
        ListResult<Map<String, RecordState>> listed = records.list(BUDGET);
        if (listed instanceof ListResult.KindUnknown<Map<String, RecordState>>) {
            return Optional.of(Map.of());
        }
        return complete(listed).map(all -> {
            var present = new HashMap<String, OperationRecord>();
            all.forEach((name, state) -> {
                if (state instanceof RecordState.Present(OperationRecord record, String _)) {
                    present.put(name, record);
                }
            });
            return present;
        });
    }

    private <T> Optional<T> complete(ListResult<T> result) {
        return switch (result) {
            case ListResult.Complete<T>(T value) -> Optional.of(value);
            case ListResult.Failed<T>(String problem) -> unread(problem);
            case ListResult.KindUnknown<T>(String problem) -> unread(problem);
        };
    }

    private <T> Optional<T> unread(String problem) {
        unread.add(problem);
        return Optional.empty();
    }
}
