package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeDetails;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.RecordedTasks;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.metadata.OrphanFacts;
import dev.vspherecloud.csi.domain.metadata.OrphanPolicy;
import dev.vspherecloud.csi.domain.metadata.OrphanState;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.vcenter.SnapshotQueryResult;
import dev.vspherecloud.csi.vcenter.metadata.RecordedVolumes;
import dev.vspherecloud.kubernetes.ApiServer;
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
import java.util.function.LongSupplier;
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

    OrphanSearch(ApiServer server, LongSupplier nanoTime, String namespace) {
        this.records = new KubeOperationRecords(server, nanoTime, namespace);
        this.migrations = new KubeVolumeMigrations(server, nanoTime);
        this.volumes = new KubePersistentVolumes(server, nanoTime);
        this.details = new KubeVolumeDetails(server, nanoTime);
    }

    /// What the cluster says about volumes.
    ///
    /// @param operations the records that may still run
    /// @param claims     the names of the PersistentVolumes of all claims, by the uid of the claim; empty if the
    ///     claim has none
    /// @param handles    the handles by the name of the PersistentVolume
    /// @param used       the volumes that PersistentVolumes have
    private record Known(
            Map<String, OperationRecord> operations,
            Map<String, String> claims,
            Map<String, String> handles,
            Set<String> used) {

        /// Returns true if a claim waits for the volume. A claim that has another volume does not.
        boolean isAwaited(RecordedVolume volume) {
            return OrphanPolicy.claimUid(volume.name())
                    .flatMap(uid -> Optional.ofNullable(claims.get(uid)))
                    .filter(name -> Optional.ofNullable(handles.get(name))
                            .flatMap(VolumeHandle::parse)
                            .filter(handle -> !(handle instanceof VolumeHandle.InTree))
                            .isEmpty())
                    .isPresent();
        }

        boolean isOpen(RecordedVolume volume) {
            return operations.containsKey(OperationName.ofDelete(volume.id()))
                    || operations.containsKey(OperationName.ofExpand(volume.id()))
                    || operations.keySet().stream()
                            .anyMatch(name -> OperationName.ofVolume(name).equals(volume.name()));
        }
    }

    /// Searches orphans among the volumes of the cluster, and temporary snapshots that no clone needs.
    ///
    /// @param found what each vCenter returned, by its name
    OrphanReport search(OwnCluster own, Map<String, CnsQueryResult> found, OrphanVcenters vcenters, Instant now)
            throws InterruptedException {
        var counts = new TreeMap<String, Integer>();
        var others = new TreeMap<String, Integer>();
        var orphans = new ArrayList<ExplainedOrphan>();
        var temporary = new ArrayList<ExplainedSnapshot>();
        Optional<Map<String, OperationRecord>> all = operations();
        Optional<Map<String, OperationRecord>> open =
                all.isPresent() ? Optional.of(open(all.get(), found.keySet(), vcenters, now)) : Optional.empty();
        Optional<Map<String, String>> handles = complete(volumes.<Map<String, String>>fold(
                HashMap::new, (names, volume) -> names.put(volume.name(), volume.handle()), BUDGET));
        Optional<Known> known = known(open, handles);
        Map<String, List<String>> contents =
                switch (details.snapshots(BUDGET)) {
                    case ListResult.Complete<Map<String, List<String>>>(Map<String, List<String>> names) -> names;
                    case ListResult.KindUnknown<Map<String, List<String>>> _ -> Map.of();
                    case ListResult.Failed<Map<String, List<String>>>(String problem) -> {
                        unread.add(problem);
                        yield Map.of();
                    }
                };
        for (Map.Entry<String, CnsQueryResult> entry : found.entrySet()) {
            String vcenter = entry.getKey();
            switch (entry.getValue()) {
                case CnsQueryResult.Incomplete(var _, String why) ->
                    unread.add("vCenter %s: %s".formatted(vcenter, why));
                case CnsQueryResult.Complete(List<CnsVolume> volumesOfCns) -> {
                    counts.put(vcenter, volumesOfCns.size());
                    volumesOfCns.stream()
                            .flatMap(volume -> RecordedVolumes.of(volume).otherClusters(own).stream())
                            .forEach(cluster -> others.merge(cluster, 1, Integer::sum));
                    if (known.isPresent()) {
                        volumesOfCns.stream()
                                .map(RecordedVolumes::of)
                                .filter(volume -> isOrphan(volume, own, known.get(), now))
                                .map(volume -> new ExplainedOrphan(
                                        vcenter,
                                        volume,
                                        OrphanPolicy.reason(volume, own),
                                        created(volume, all.orElse(Map.of())),
                                        snapshotsOf(volume.id(), contents)))
                                .forEach(orphans::add);
                    }
                    if (open.isPresent()) {
                        temporary.addAll(temporary(vcenter, volumesOfCns, open.get(), vcenters));
                    }
                }
            }
        }
        orphans.sort(Comparator.comparing(ExplainedOrphan::vcenter)
                .thenComparing(orphan -> orphan.volume().id()));
        var shared = new TreeMap<String, List<String>>();
        handles.ifPresent(volumesOf -> addShared(
                shared,
                "PersistentVolume",
                volumesOf.entrySet().stream()
                        .collect(Collectors.groupingBy(
                                Map.Entry::getValue, Collectors.mapping(Map.Entry::getKey, Collectors.toList())))));
        addShared(shared, "VolumeSnapshotContent", contents);
        return new OrphanReport(own.id(), counts, others, orphans, temporary, shared, unread);
    }

    private static void addShared(
            Map<String, List<String>> shared, String kind, Map<String, List<String>> namesByHandle) {
        namesByHandle.forEach((handle, names) -> {
            if (names.size() > 1) {
                shared.put(
                        handle,
                        names.stream().sorted().map(name -> kind + " " + name).toList());
            }
        });
    }

    private static int snapshotsOf(String volumeId, Map<String, List<String>> contents) {
        return Math.toIntExact(contents.keySet().stream()
                .filter(handle -> handle.startsWith(volumeId + "+"))
                .count());
    }

    /// @param handles the handles by the name of the PersistentVolume
    private Optional<Known> known(Optional<Map<String, OperationRecord>> open, Optional<Map<String, String>> handles) {
        Optional<Map<String, String>> claims = complete(details.claims(_ -> true, BUDGET))
                .map(all -> all.stream()
                        .collect(Collectors.toMap(ClaimDetails::uid, ClaimDetails::volumeName, (one, _) -> one)));
        Optional<Set<String>> migrated =
                switch (migrations.volumeIds(BUDGET)) {
                    case ListResult.Complete<Set<String>>(Set<String> ids) -> Optional.of(ids);
                    case ListResult.KindUnknown<Set<String>> _ -> Optional.of(Set.of());
                    case ListResult.Failed<Set<String>>(String problem) -> unread(problem);
                };
        if (open.isEmpty() || claims.isEmpty() || handles.isEmpty() || migrated.isEmpty()) {
            return Optional.empty();
        }
        var used = new HashSet<>(handles.get().values());
        used.addAll(migrated.get());
        return Optional.of(new Known(open.get(), claims.get(), handles.get(), used));
    }

    /// Returns the records that may still run. A record of a driver that was killed does not have the end of its
    /// task.
    private static Map<String, OperationRecord> open(
            Map<String, OperationRecord> records, Set<String> servers, OrphanVcenters vcenters, Instant now)
            throws InterruptedException {
        var states = new HashMap<String, Map<String, TaskState>>();
        for (String server : servers) {
            for (String name : RecordedTasks.names(server, servers.size())) {
                Set<String> tasks = RecordedTasks.open(records.values(), name);
                if (!tasks.isEmpty()) {
                    states.put(name, vcenters.tasks(server, tasks));
                }
            }
        }
        var tasks = new RecordedTasks(states);
        return records.entrySet().stream()
                .filter(entry -> entry.getValue().withEnds(tasks).mayStillRun(now))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// Returns the snapshots of clones that no record of a clone needs.
    private List<ExplainedSnapshot> temporary(
            String vcenter, List<CnsVolume> volumesOfCns, Map<String, OperationRecord> open, OrphanVcenters vcenters)
            throws InterruptedException {
        List<CnsVolumeId> blocks = volumesOfCns.stream()
                .filter(volume -> volume.type().equals("BLOCK"))
                .map(CnsVolume::id)
                .toList();
        return switch (vcenters.snapshots(vcenter, blocks)) {
            case SnapshotQueryResult.Incomplete(String why) -> {
                unread.add("vCenter %s: %s".formatted(vcenter, why));
                yield List.of();
            }
            case SnapshotQueryResult.Complete(List<CnsSnapshot> snapshots) ->
                snapshots.stream()
                        .filter(snapshot -> OperationName.cloneOfTemporary(
                                        snapshot.description(),
                                        snapshot.id().volume().id())
                                .filter(clone -> !open.containsKey(OperationName.ofCreate(clone)))
                                .isPresent())
                        .map(snapshot -> new ExplainedSnapshot(vcenter, snapshot))
                        .sorted(Comparator.comparing(ExplainedSnapshot::volume))
                        .toList();
        };
    }

    private static boolean isOrphan(RecordedVolume volume, OwnCluster own, Known known, Instant now) {
        var facts = new OrphanFacts(known.isAwaited(volume), known.isOpen(volume), Optional.of(Instant.EPOCH));
        return !known.used().contains(volume.id())
                && OrphanPolicy.evaluate(volume, own, facts, now) == OrphanState.ORPHAN;
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
