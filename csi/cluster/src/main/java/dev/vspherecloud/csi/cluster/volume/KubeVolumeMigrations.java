package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.cluster.call.ObjectName;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// The records `CnsVSphereVolumeMigration`, each of which names the volume of a disk that Kubernetes knows by its
/// path. vsphere-csi-driver (Go) creates them when it registers a disk of the in-tree driver in CNS. Both drivers
/// create them when they create a volume for a StorageClass of the in-tree driver.
///
/// Rule from: csi 4.4; vsphere-csi-driver, pkg/apis/migration. Differs: blanks before and after the path, and after
/// the name of the datastore, do not count, because vCenter does not distinguish such paths.
///
/// Threads: may be used from anywhere.
public final class KubeVolumeMigrations {
    /// What to do about a disk that no record names.
    public static final String REGISTER_ADVICE =
            "let vsphere-csi-driver (Go) register it: start it, and wait for its CnsVSphereVolumeMigration";

    private static final String API_VERSION = "cns.vmware.com/v1alpha1";
    private static final String COLLECTION = "/apis/" + API_VERSION + "/cnsvspherevolumemigrations";
    private static final String DEFINITION = "cnsvspherevolumemigrations.cns.vmware.com";
    private static final String FILE = "cnsvspherevolumemigrations.json";

    /// How many volumes of one path are named.
    private static final int MAX_NAMED = 10;

    /// @param volumeId the field of the record, or its name, which is the same
    private record Row(String path, String volumeId) {
        static Row of(Json object) {
            String id = object.find("spec", "volumeid").asText();
            return new Row(
                    canonical(object.find("spec", "volumepath").asText()),
                    id.isEmpty() ? object.find("metadata", "name").asText() : id);
        }
    }

    private static final ObjectReader<Row> READER =
            new ObjectReader<>(JsonFields.of("metadata.name", "spec.volumepath", "spec.volumeid"), Row::of);

    private final ApiServer server;
    private final LongSupplier nanoTime;

    public KubeVolumeMigrations(ApiServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    /// Finds the volume of a disk.
    ///
    /// @param path   the path of the disk, as in `[datastore] folder/disk.vmdk`
    /// @param budget how long all requests together may take
    public MigratedVolumeResult find(String path, Duration budget) {
        String wanted = canonical(path);
        ListResult<SortedSet<String>> found = ObjectCalls.begin(server, nanoTime, budget)
                .list(COLLECTION, READER, TreeSet::new, (ids, row) -> {
                    if (row.path().equals(wanted) && ids.size() < MAX_NAMED) {
                        ids.add(row.volumeId());
                    }
                });
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
    public MigratedPathResult path(String volumeId, Duration budget) {
        return ObjectName.isValid(volumeId)
                ? path(volumeId, ObjectCalls.begin(server, nanoTime, budget))
                : new MigratedPathResult.Absent();
    }

    private static MigratedPathResult path(String volumeId, ObjectCalls calls) {
        return switch (calls.send(ApiCall.get(ApiCall.path(COLLECTION, volumeId)))) {
            case CallResult.Done(Json object) -> {
                String path = object.find("spec", "volumepath").asText();
                yield path.isBlank() || !Row.of(object).volumeId().equals(volumeId)
                        ? new MigratedPathResult.Unknown(
                                "CnsVSphereVolumeMigration %s: found the volumeid \"%s\" and the volumepath \"%s\", expected the volume %s and its disk; correct the record"
                                        .formatted(volumeId, Row.of(object).volumeId(), path, volumeId))
                        : new MigratedPathResult.Found(path);
            }
            case CallResult.ObjectMissing _ -> new MigratedPathResult.Absent();
            case CallResult.NotDone failed -> unknown(failed);
        };
    }

    private static MigratedPathResult unknown(CallResult.NotDone failed) {
        return new MigratedPathResult.Unknown(
                failed instanceof CallResult.KindUnknown
                        ? "%s: the definition %s is missing; restart the driver, which creates it"
                                .formatted(failed.problem(), DEFINITION)
                        : failed.problem());
    }

    /// Records the path of the disk of a volume. If there is a record, or if no answer arrives, the record is read.
    ///
    /// @param budget how long the requests may take together
    /// @return the path that the record names, which may be another one; never [MigratedPathResult.Absent]
    public MigratedPathResult create(String volumeId, String path, Duration budget) {
        ObjectCalls calls = ObjectCalls.begin(server, nanoTime, budget);
        return switch (calls.send(
                ApiCall.post(COLLECTION, created(volumeId, path).toString()))) {
            case CallResult.Done _ -> new MigratedPathResult.Found(path);
            case CallResult.Conflict conflict -> orUnknown(path(volumeId, calls), conflict);
            case CallResult.Unanswered unanswered -> orUnknown(path(volumeId, calls), unanswered);
            case CallResult.NotDone failed -> unknown(failed);
        };
    }

    private static MigratedPathResult orUnknown(MigratedPathResult read, CallResult.NotDone failed) {
        return read instanceof MigratedPathResult.Absent ? unknown(failed) : read;
    }

    private static Json created(String volumeId, String path) {
        return Json.object()
                .with("apiVersion", API_VERSION)
                .with("kind", "CnsVSphereVolumeMigration")
                .with("metadata", Json.object().with("name", volumeId))
                .with("spec", Json.object().with("volumepath", path).with("volumeid", volumeId));
    }

    /// Creates the definition of the records if it does not exist. The two containers of vsphere-csi-driver (Go) both
    /// create it when they start, and one of them can fail if the other was faster.
    ///
    /// @param budget how long the requests may take together
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget).ensureDefinition(DEFINITION, definition());
    }

    /// Returns the definition of the records, as JSON.
    static String definition() {
        try (InputStream file = Objects.requireNonNull(KubeVolumeMigrations.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Deletes the record of a volume.
    ///
    /// @param budget how long the request may take
    public RemovalResult delete(String volumeId, Duration budget) {
        return ObjectName.isValid(volumeId)
                ? ObjectCalls.begin(server, nanoTime, budget).delete(ApiCall.path(COLLECTION, volumeId))
                : new RemovalResult.Removed();
    }

    /// Reads all records. Disks that several records name are left out.
    ///
    /// @param budget how long all requests together may take
    /// @return the volume id of each disk by its [#canonical] path
    public ListResult<Map<String, String>> list(Duration budget) {
        return all(budget).map(found -> found.entrySet().stream()
                .filter(entry -> entry.getValue().size() == 1)
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().first())));
    }

    /// Returns the volumes of all records.
    ///
    /// @param budget how long all requests together may take
    public ListResult<Set<String>> volumeIds(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget)
                .list(COLLECTION, READER, HashSet::new, (ids, row) -> ids.add(row.volumeId()));
    }

    /// Reads all records.
    ///
    /// @return the volume ids of each disk by its [#canonical] path
    ListResult<Map<String, SortedSet<String>>> all(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget)
                .list(COLLECTION, READER, HashMap::new, (found, row) -> found.computeIfAbsent(
                                row.path(), _ -> new TreeSet<>())
                        .add(row.volumeId()));
    }

    /// Returns the path in the form by which two paths of one disk are equal.
    public static String canonical(String path) {
        return path.strip().replaceFirst("^(\\[[^\\]]*])\\s*", "$1 ");
    }
}
