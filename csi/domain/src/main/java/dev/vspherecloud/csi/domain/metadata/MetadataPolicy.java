package dev.vspherecloud.csi.domain.metadata;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Decides how the metadata of one volume changes, from what the cluster has and what CNS has.
///
/// Entities of clusters with another id are never touched. Two clusters may have the same id by mistake. So an entity
/// of this id is removed only with evidence that it belongs to this cluster. It is evidence if a watch has shown its
/// object and then its deletion. It is also evidence if the entity refers to the PersistentVolume that this cluster has
/// for the volume. An entity that comes
/// back after this process removed it is written by another cluster, and stays.
///
/// Rule from: csi 4.1 to 4.3, csi-production 14 (scenario 19). Differs: vsphere-csi-driver (Go) removes every entity of
/// its cluster id that it does not know.
public final class MetadataPolicy {
    /// The time that an entity must be out of date before it is removed, if no watch has shown its deletion. The watch
    /// may lag behind.
    public static final Duration CONFIRMATION = Duration.ofSeconds(60);

    private final DesiredMetadata desired;
    private final RecordedVolume recorded;
    private final OwnCluster own;
    private final EntityHistory history;
    private final Instant now;
    private final Map<EntityKey, VolumeEntity> wanted;

    private MetadataPolicy(
            DesiredMetadata desired, RecordedVolume recorded, OwnCluster own, EntityHistory history, Instant now) {
        this.desired = desired;
        this.recorded = recorded;
        this.own = own;
        this.history = history;
        this.now = now;
        this.wanted = desired.entities().stream()
                .collect(Collectors.toMap(VolumeEntity::key, Function.identity(), (first, _) -> first));
    }

    /// Decides for a volume that a PersistentVolume of the cluster has.
    ///
    /// @param desired what the cluster has; never empty
    public static MetadataDecision decide(
            DesiredMetadata desired, RecordedVolume recorded, OwnCluster own, EntityHistory history, Instant now) {
        return new MetadataPolicy(desired, recorded, own, history, now).decide();
    }

    private MetadataDecision decide() {
        List<RecordedEntity> present = recorded.entitiesOf(own.id());
        Set<EntityKey> foreign = foreign(present);
        var removed = new ArrayList<VolumeEntity>();
        var unconfirmed = new TreeSet<EntityKey>();
        for (RecordedEntity each : present) {
            EntityKey key = each.key();
            if (wanted.containsKey(key) || foreign.contains(key)) {
                continue;
            }
            if (isConfirmed(key)) {
                removed.add(each.entity());
            } else {
                unconfirmed.add(key);
            }
        }
        return new MetadataDecision(written(present), removed, unconfirmed, foreign, changesCluster());
    }

    private List<VolumeEntity> written(List<RecordedEntity> present) {
        Set<VolumeEntity> same = present.stream().map(RecordedEntity::entity).collect(Collectors.toSet());
        Set<EntityKey> known = present.stream().map(RecordedEntity::key).collect(Collectors.toSet());
        boolean hasReferences =
                present.stream().anyMatch(each -> !each.entity().refersTo().isEmpty());
        return desired.entities().stream()
                .filter(each -> !same.contains(each))
                .filter(each -> hasReferences || !known.contains(each.key()) || !isSameButReferences(each, same))
                .toList();
    }

    /// Old releases of CNS do not record references. Without this exception, each pass would write them again.
    private static boolean isSameButReferences(VolumeEntity wanted, Set<VolumeEntity> same) {
        return same.contains(new VolumeEntity(wanted.key(), wanted.labels(), Set.of()));
    }

    private boolean isConfirmed(EntityKey key) {
        if (history.deleted().contains(key)) {
            return true;
        }
        Instant since = history.staleSince().get(key);
        return since != null && !since.plus(CONFIRMATION).isAfter(now);
    }

    /// Returns the entities of this cluster id that another cluster may have written.
    private Set<EntityKey> foreign(List<RecordedEntity> present) {
        var foreign = new TreeSet<EntityKey>();
        var ownVolumes = new HashSet<EntityKey>();
        var ownClaims = new HashSet<EntityKey>();
        wanted.keySet().forEach(key -> {
            switch (key.kind()) {
                case PERSISTENT_VOLUME -> ownVolumes.add(key);
                case CLAIM -> ownClaims.add(key);
                case POD -> {}
            }
        });
        List<RecordedEntity> unknown = present.stream()
                .filter(each -> !wanted.containsKey(each.key()))
                .filter(each -> !history.deleted().contains(each.key()) || isBack(each.key()))
                .toList();
        for (RecordedEntity each : of(EntityKind.PERSISTENT_VOLUME, unknown)) {
            foreign.add(each.key());
        }
        // A volume that CNS has for one more PersistentVolume belongs to another cluster, too.
        boolean isShared = !foreign.isEmpty();
        for (RecordedEntity each : of(EntityKind.CLAIM, unknown)) {
            if (isShared || isBack(each.key()) || refersElsewhere(each, ownVolumes)) {
                foreign.add(each.key());
            } else {
                ownClaims.add(each.key());
            }
        }
        present.stream()
                .map(RecordedEntity::key)
                .filter(key ->
                        key.kind() == EntityKind.CLAIM && history.deleted().contains(key) && !isBack(key))
                .forEach(ownClaims::add);
        for (RecordedEntity each : of(EntityKind.POD, unknown)) {
            if (isShared || isBack(each.key()) || refersElsewhere(each, ownClaims)) {
                foreign.add(each.key());
            }
        }
        return foreign;
    }

    private static List<RecordedEntity> of(EntityKind kind, List<RecordedEntity> entities) {
        return entities.stream().filter(each -> each.key().kind() == kind).toList();
    }

    private boolean isBack(EntityKey key) {
        return history.removed().contains(key);
    }

    private static boolean refersElsewhere(RecordedEntity entity, Set<EntityKey> own) {
        Set<EntityKey> refersTo = entity.entity().refersTo();
        return !refersTo.isEmpty() && refersTo.stream().noneMatch(own::contains);
    }

    /// An empty distribution is one that an old release of CNS does not record, or that is not known here.
    private boolean changesCluster() {
        return recorded.clusterId().equals(own.id())
                && !own.distribution().isEmpty()
                && !recorded.distribution().isEmpty()
                && !recorded.distribution().equals(own.distribution());
    }
}
