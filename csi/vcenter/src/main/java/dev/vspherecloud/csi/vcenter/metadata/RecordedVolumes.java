package dev.vspherecloud.csi.vcenter.metadata;

import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityReference;
import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityType;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import dev.vspherecloud.csi.domain.metadata.EntityKind;
import dev.vspherecloud.csi.domain.metadata.RecordedEntity;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Converts between the types of CNS and those of the decisions.
public final class RecordedVolumes {
    private RecordedVolumes() {}

    /// Returns a volume of CNS for the decisions.
    public static RecordedVolume of(CnsVolume volume) {
        return new RecordedVolume(
                volume.id().id(),
                volume.name(),
                volume.datastoreUrl(),
                volume.capacityInMb().orElse(0),
                volume.cluster().map(CnsContainerCluster::clusterId).orElse(""),
                volume.cluster().map(CnsContainerCluster::distribution).orElse(""),
                volume.entities().stream().map(RecordedVolumes::entity).toList());
    }

    private static RecordedEntity entity(CnsEntityMetadata entity) {
        return new RecordedEntity(
                entity.clusterId(),
                new VolumeEntity(
                        new EntityKey(kind(entity.type()), entity.namespace(), entity.name()),
                        entity.labels(),
                        entity.refersTo().stream()
                                .map(each -> new EntityKey(kind(each.type()), each.namespace(), each.name()))
                                .collect(Collectors.toSet())));
    }

    /// Returns an entity of a cluster for CNS.
    static CnsEntityMetadata entity(VolumeEntity entity, String clusterId) {
        return new CnsEntityMetadata(
                type(entity.key().kind()),
                entity.key().name(),
                entity.key().namespace(),
                clusterId,
                new TreeMap<>(entity.labels()),
                entity.refersTo().stream()
                        .sorted()
                        .map(key -> new EntityReference(type(key.kind()), key.name(), key.namespace(), clusterId))
                        .toList(),
                false);
    }

    private static EntityKind kind(EntityType type) {
        return switch (type) {
            case PERSISTENT_VOLUME -> EntityKind.PERSISTENT_VOLUME;
            case PERSISTENT_VOLUME_CLAIM -> EntityKind.CLAIM;
            case POD -> EntityKind.POD;
        };
    }

    private static EntityType type(EntityKind kind) {
        return switch (kind) {
            case PERSISTENT_VOLUME -> EntityType.PERSISTENT_VOLUME;
            case CLAIM -> EntityType.PERSISTENT_VOLUME_CLAIM;
            case POD -> EntityType.POD;
        };
    }
}
