package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Receives what the synchronisation finds, for Events and metrics. Any of its threads calls it; it must return at
/// once.
interface SyncObserver {
    /// Called at the end of a full pass of a vCenter.
    void onFullPass(String vcenter, boolean hasPassed, Duration duration);

    /// Called after each full pass that could count.
    ///
    /// @param orphans  volumes of the cluster that nothing refers to
    /// @param retained the number of PersistentVolumes whose claims are deleted and whose volumes are kept
    void onCounted(String vcenter, List<OrphanedVolume> orphans, int retained);

    /// Called when the set of lost volumes changes.
    ///
    /// @param ids the ids of volumes that PersistentVolumes have and no vCenter has
    void onLostVolumes(Set<String> ids);

    /// Called after a disk was registered as a volume.
    void onRegistered(MetadataVolume volume, String vcenter);

    /// Called when a disk could not be registered.
    void onNotRegistered(MetadataVolume volume, String problem);

    /// Called when CNS refuses the metadata of a volume, once for each answer of CNS.
    void onMetadataRefused(MetadataVolume volume, String problem);

    /// Called once for each PersistentVolume whose volume no vCenter has.
    void onLost(MetadataVolume volume);

    /// Called once for each volume with entities of this cluster id that this cluster does not have.
    void onForeign(MetadataVolume volume, Set<EntityKey> entities);
}
