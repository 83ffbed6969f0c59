package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.cluster.call.ObjectName;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// The records `CnsVSphereVolumeMigration`, each of which names the volume of a disk of the in-tree driver.
/// vsphere-csi-driver (Go) creates them when it registers such a disk in CNS.
///
/// Rule from: csi 4.4; vsphere-csi-driver, pkg/apis/migration. Differs: blanks before and after the path, and after
/// the name of the datastore, do not count, because vCenter does not distinguish such paths.
///
/// Threads: may be used from anywhere.
public final class KubeVolumeMigrations {
    private static final String COLLECTION = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations";

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
        return ObjectCalls.begin(server, nanoTime, budget)
                .<Row, Map<String, SortedSet<String>>>list(
                        COLLECTION, READER, HashMap::new, (found, row) -> found.computeIfAbsent(
                                        row.path(), _ -> new TreeSet<>())
                                .add(row.volumeId()))
                .map(found -> found.entrySet().stream()
                        .filter(entry -> entry.getValue().size() == 1)
                        .collect(Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, entry -> entry.getValue().first())));
    }

    /// Returns the path in the form by which two paths of one disk are equal.
    public static String canonical(String path) {
        return path.strip().replaceFirst("^(\\[[^\\]]*])\\s*", "$1 ");
    }
}
