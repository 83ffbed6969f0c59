package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Finds the objects of a volume for a person who asks about it. Each search lists a kind once, and keeps only what
/// matches.
///
/// Threads: may be used from anywhere.
public final class KubeVolumeDetails {
    /// @param handle the handle of the snapshot, as in `<volume>+<snapshot>`
    private record Content(String name, String handle) {}

    private static final ObjectReader<Content> SNAPSHOT = new ObjectReader<>(
            JsonFields.of("metadata.name", "status.snapshotHandle"),
            content -> new Content(
                    content.find("metadata", "name").asText(),
                    content.find("status", "snapshotHandle").asText()));

    private final ApiServer server;
    private final LongSupplier nanoTime;

    public KubeVolumeDetails(ApiServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    /// Finds PersistentVolumes of any driver.
    ///
    /// @param budget how long all requests together may take
    public ListResult<List<PersistentVolumeDetails>> volumes(
            Predicate<PersistentVolumeDetails> wanted, Duration budget) {
        return find("/api/v1/persistentvolumes", PersistentVolumeDetails.READER, wanted, budget);
    }

    /// Finds PersistentVolumeClaims of all namespaces.
    ///
    /// @param budget how long all requests together may take
    public ListResult<List<ClaimDetails>> claims(Predicate<ClaimDetails> wanted, Duration budget) {
        return find("/api/v1/persistentvolumeclaims", ClaimDetails.READER, wanted, budget);
    }

    /// Finds the VolumeAttachments of a PersistentVolume.
    ///
    /// @param budget how long all requests together may take
    public ListResult<List<AttachmentDetails>> attachments(String persistentVolume, Duration budget) {
        return find(
                "/apis/storage.k8s.io/v1/volumeattachments",
                AttachmentDetails.READER,
                attachment -> attachment.volumeName().equals(persistentVolume),
                budget);
    }

    /// Finds the VolumeSnapshotContents with a snapshot.
    ///
    /// @param budget how long all requests together may take
    /// @return their names by the handle of the snapshot; [ListResult.KindUnknown] if the cluster has no snapshots
    public ListResult<Map<String, List<String>>> snapshots(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget)
                .list(
                        "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents",
                        SNAPSHOT,
                        HashMap::new,
                        (names, content) -> {
                            if (content.handle().indexOf('+') > 0) {
                                names.computeIfAbsent(content.handle(), _ -> new ArrayList<>(1))
                                        .add(content.name());
                            }
                        });
    }

    private <T> ListResult<List<T>> find(
            String path, ObjectReader<T> reader, Predicate<? super T> wanted, Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget)
                .<T, List<T>>list(path, reader, ArrayList::new, (found, object) -> {
                    if (wanted.test(object)) {
                        found.add(object);
                    }
                })
                .ofBuiltInKind();
    }
}
