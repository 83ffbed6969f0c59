package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.metadata.MetadataReason;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import dev.vspherecloud.csi.metrics.SyncMetrics;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Posts Events about what the synchronisation finds, and sets its metrics.
///
/// Threads: any.
final class SyncEvents implements SyncObserver {
    private static final String REGISTERED = "VolumeRegistered";
    private static final int MAX_NAMED = 5;

    private final EventRecorder events;
    private final SyncMetrics metrics;
    private final ObjectReference lease;

    /// The orphans of which the last Event told, by vCenter.
    private final Map<String, Set<String>> reported = new ConcurrentHashMap<>();

    /// @param lease the object of Events about volumes that have none in the cluster
    SyncEvents(EventRecorder events, SyncMetrics metrics, ObjectReference lease) {
        this.events = events;
        this.metrics = metrics;
        this.lease = lease;
    }

    @Override
    public void onFullPass(String vcenter, boolean hasPassed, Duration duration) {
        metrics.onFullPass(hasPassed, duration);
    }

    @Override
    public void onCounted(String vcenter, List<OrphanedVolume> orphans, int retained) {
        metrics.setCounts(vcenter, orphans.size(), retained);
        Set<String> ids =
                orphans.stream().map(orphan -> orphan.volume().id()).collect(Collectors.toCollection(TreeSet::new));
        Set<String> before = reported.getOrDefault(vcenter, Set.of());
        reported.put(vcenter, ids);
        if (!before.containsAll(ids)) {
            events.warning(
                    lease,
                    new Reason(
                            MetadataReason.VOLUME_ORPHANED,
                            "CNS in %s: found %d volumes of this cluster that no PersistentVolume and no claim has (%s), expected none; run vsphere-csi explain orphans"
                                    .formatted(vcenter, ids.size(), named(ids))));
        }
    }

    @Override
    public void onLostVolumes(Set<String> ids) {
        metrics.setLost(ids.size());
    }

    @Override
    public void onRegistered(MetadataVolume volume, String vcenter) {
        events.normal(
                reference(volume),
                REGISTERED,
                "disk %s in %s is registered as a volume".formatted(volume.handle(), vcenter));
    }

    @Override
    public void onNotRegistered(MetadataVolume volume, String problem) {
        events.warning(
                reference(volume),
                new Reason(
                        MetadataReason.VOLUME_NOT_REGISTERED,
                        "spec.csi.volumeHandle: vCenter did not register the disk %s: %s; compare the handle with the disks of the datastore (govc disk.ls)"
                                .formatted(volume.handle(), problem)));
    }

    @Override
    public void onMetadataRefused(MetadataVolume volume, String problem) {
        events.warning(
                reference(volume),
                new Reason(
                        MetadataReason.METADATA_REFUSED,
                        "CNS: the metadata of the volume %s is not written: %s; correct what the message names; the driver tries again"
                                .formatted(volume.handle(), problem)));
    }

    @Override
    public void onLost(MetadataVolume volume) {
        events.warning(
                reference(volume),
                new Reason(
                        MetadataReason.VOLUME_MISSING,
                        "spec.csi.volumeHandle: found no volume %s in any vCenter, expected one; restore its disk, or delete the PersistentVolume; vsphere-csi explain volume %s shows what is known"
                                .formatted(volume.handle(), volume.name())));
    }

    @Override
    public void onForeign(MetadataVolume volume, Set<EntityKey> entities) {
        events.warning(
                reference(volume),
                new Reason(
                        MetadataReason.CLUSTER_ID_SHARED,
                        "CNS: the volume %s has entries of this cluster-id that this cluster does not have (%s); give each cluster its own cluster-id"
                                .formatted(
                                        volume.handle(),
                                        named(entities.stream()
                                                .map(EntityKey::toString)
                                                .collect(Collectors.toCollection(TreeSet::new))))));
    }

    private static ObjectReference reference(MetadataVolume volume) {
        return ObjectReference.of("v1", "PersistentVolume", "", volume.name(), volume.uid());
    }

    private static String named(Set<String> texts) {
        String some = texts.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
        return texts.size() > MAX_NAMED ? some + ", …" : some;
    }
}
