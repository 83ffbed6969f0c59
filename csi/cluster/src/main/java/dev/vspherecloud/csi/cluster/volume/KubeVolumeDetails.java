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
    /// The handle of a snapshot, as in `<volume>+<snapshot>`.
    private static final ObjectReader<String> SNAPSHOT = new ObjectReader<>(
            JsonFields.of("status.snapshotHandle"),
            content -> content.find("status", "snapshotHandle").asText());

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

    /// Counts the VolumeSnapshotContents of each volume.
    ///
    /// @param budget how long all requests together may take
    /// @return the number of snapshots by the volume handle; [ListResult.KindUnknown] if the cluster has no
    /// snapshots
    public ListResult<Map<String, Integer>> snapshots(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget)
                .list(
                        "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents",
                        SNAPSHOT,
                        HashMap::new,
                        (counts, handle) -> {
                            int end = handle.indexOf('+');
                            if (end > 0) {
                                counts.merge(handle.substring(0, end), 1, Integer::sum);
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
