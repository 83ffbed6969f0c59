package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.volume.VolumeRecords.Kind;
import dev.vspherecloud.csi.cluster.volume.VolumeRecords.Row;
import dev.vspherecloud.csi.domain.node.DiskPath;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// The records `CnsVSphereVolumeMigration`, each of which names the volume of a disk that Kubernetes knows by its
/// path. vsphere-csi-driver (Go) creates them when it registers a disk of the in-tree driver in CNS. Both drivers
/// create them when they create a volume for a StorageClass of the in-tree driver.
///
/// Rule from: csi 4.4; vsphere-csi-driver, pkg/apis/migration. Differs: paths are compared as
/// [DiskPath#canonical] says.
///
/// Threads: may be used from anywhere.
public final class KubeVolumeMigrations {
    /// What to do about a disk that no record names.
    public static final String REGISTER_ADVICE =
            "let vsphere-csi-driver (Go) register it: start it, and wait for its CnsVSphereVolumeMigration";

    static final Kind KIND =
            new Kind("CnsVSphereVolumeMigration", "cnsvspherevolumemigrations", "volumeid", "volumepath", "disk");

    /// How many volumes of one path are named.
    private static final int MAX_NAMED = 10;

    /// The id of a record is its field, or its name, which is the same.
    static final ObjectReader<Row> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "spec.volumepath", "spec.volumeid"), KubeVolumeMigrations::row);

    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final VolumeRecords records;
    private final FollowedMigrations followed = new FollowedMigrations();
    private final Reflector<?, ?> reflector;

    public KubeVolumeMigrations(ApiServer server, LongSupplier nanoTime) {
        this.records = new VolumeRecords(server, nanoTime, KIND, READER, "");
        this.reflector = new Reflector<>(server, followed, MAX_PAUSE, Sleeper.system(), RandomGenerator.getDefault());
    }

    /// Returns the watch of the records, for a thread of its own. While it works, volumes are found in memory.
    public Reflector<?, ?> watch() {
        return reflector;
    }

    private boolean isFollowed() {
        return reflector.isSynced() && reflector.failure().isEmpty() && followed.isComplete();
    }

    private static Row row(Json object) {
        String id = object.find("spec", "volumeid").asText();
        return new Row(
                id.isEmpty() ? object.find("metadata", "name").asText() : id,
                object.find("spec", "volumepath").asText());
    }

    /// Finds the volume of a disk. A record that the watch does not show may be new, so the API server is asked.
    ///
    /// @param path   the path of the disk, as in `[datastore] folder/disk.vmdk`
    /// @param budget how long all requests together may take
    public MigratedVolumeResult find(String path, Duration budget) {
        String wanted = DiskPath.canonical(path);
        Set<String> known = isFollowed() ? followed.ids(wanted) : Set.of();
        if (!known.isEmpty()) {
            return volume(known.stream().limit(MAX_NAMED).toList());
        }
        ListResult<SortedSet<String>> found = records.list(
                TreeSet::new,
                (ids, row) -> {
                    if (DiskPath.canonical(row.value()).equals(wanted) && ids.size() < MAX_NAMED) {
                        ids.add(row.volumeId());
                    }
                },
                budget);
        return switch (found) {
            case ListResult.Complete<SortedSet<String>>(SortedSet<String> ids) -> volume(List.copyOf(ids));
            case ListResult.KindUnknown<SortedSet<String>> _ -> new MigratedVolumeResult.NotFound();
            case ListResult.Failed<SortedSet<String>>(String problem) -> new MigratedVolumeResult.Unknown(problem);
        };
    }

    private static MigratedVolumeResult volume(List<String> ids) {
        return switch (ids.size()) {
            case 0 -> new MigratedVolumeResult.NotFound();
            case 1 -> new MigratedVolumeResult.Found(ids.getFirst());
            default -> new MigratedVolumeResult.Ambiguous(ids);
        };
    }

    /// Reads the path of the disk of a volume.
    ///
    /// @param budget how long the request may take
    public VolumeRecordResult path(String volumeId, Duration budget) {
        return records.read(volumeId, budget);
    }

    /// Records the path of the disk of a volume. If there is a record, or if no answer arrives, the record is read.
    ///
    /// @param budget how long the requests may take together
    /// @return the path that the record names, which may be another one; never [VolumeRecordResult.Absent]
    public VolumeRecordResult create(String volumeId, String path, Duration budget) {
        return records.create(volumeId, path, budget);
    }

    /// Creates the definition of the records if it does not exist. The two containers of vsphere-csi-driver (Go) both
    /// create it when they start, and one of them can fail if the other was faster.
    ///
    /// @param budget how long the requests may take together
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        return records.ensureDefinition(budget);
    }

    /// Deletes the record of a volume.
    ///
    /// @param budget how long the request may take
    public RemovalResult delete(String volumeId, Duration budget) {
        return records.delete(volumeId, budget);
    }

    /// Reads all records. Disks that several records name are left out.
    ///
    /// @param budget how long all requests together may take
    /// @return the volume id of each disk by its [DiskPath#canonical] path
    public ListResult<Map<String, String>> list(Duration budget) {
        return all(budget).map(KubeVolumeMigrations::unique);
    }

    /// Returns what [#list] does, as the watch shows it. If the watch does not work, the records are read.
    public ListResult<Map<String, String>> followed(Duration budget) {
        return isFollowed() ? new ListResult.Complete<>(unique(followed.all())) : list(budget);
    }

    private static Map<String, String> unique(Map<String, SortedSet<String>> ids) {
        return ids.entrySet().stream()
                .filter(entry -> entry.getValue().size() == 1)
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().first()));
    }

    /// Returns the volumes of all records.
    ///
    /// @param budget how long all requests together may take
    public ListResult<Set<String>> volumeIds(Duration budget) {
        return records.list(HashSet::new, (ids, row) -> ids.add(row.volumeId()), budget);
    }

    /// Reads all records.
    ///
    /// @return the volume ids of each disk by its [DiskPath#canonical] path
    ListResult<Map<String, SortedSet<String>>> all(Duration budget) {
        return records.list(
                HashMap::new,
                (found, row) -> found.computeIfAbsent(DiskPath.canonical(row.value()), _ -> new TreeSet<>())
                        .add(row.volumeId()),
                budget);
    }
}
