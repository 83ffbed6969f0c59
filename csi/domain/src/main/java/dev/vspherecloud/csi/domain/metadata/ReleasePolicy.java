package dev.vspherecloud.csi.domain.metadata;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides what becomes of the metadata of a volume after a watch has shown that its PersistentVolume was deleted.
///
/// It is not enough that a list lacks the PersistentVolume: after a restore of etcd, a list lacks all that were created
/// after the backup.
///
/// Rule from: csi 4.2. Differs: a volume that anything else refers to stays registered.
public final class ReleasePolicy {
    private ReleasePolicy() {}

    /// Decides for a deleted PersistentVolume.
    ///
    /// @param recorded the volume, read from CNS after the deletion
    public static ReleaseDecision decide(DeletedVolume deleted, RecordedVolume recorded, OwnCluster own) {
        boolean isForDriver = deleted.reclaimPolicy() == ReclaimPolicy.RETAIN || !deleted.hasClaim();
        if (!isForDriver || deleted.form() != VolumeForm.BLOCK) {
            return new ReleaseDecision.Leave();
        }
        EntityKey volume = EntityKey.volume(deleted.name());
        Set<EntityKey> claims = recorded.entitiesOf(own.id()).stream()
                .filter(each -> each.entity().refersTo().contains(volume))
                .map(RecordedEntity::key)
                .collect(Collectors.toSet());
        List<VolumeEntity> mine = recorded.entitiesOf(own.id()).stream()
                .map(RecordedEntity::entity)
                .filter(entity -> entity.key().equals(volume)
                        || claims.contains(entity.key())
                        || entity.refersTo().stream().anyMatch(claims::contains))
                .toList();
        boolean hasOthers = mine.size() < recorded.livingEntities(own)
                || !recorded.otherClusters(own).isEmpty();
        if (!hasOthers) {
            return new ReleaseDecision.Unregister();
        }
        return mine.isEmpty() ? new ReleaseDecision.Leave() : new ReleaseDecision.RemoveEntities(mine);
    }
}
