package dev.vspherecloud.csi.cns;

import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityReference;
import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityType;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// One page of the result of a query.
///
/// @param volumes    the volumes of the page
/// @param unreadable the number of volumes on the page without a valid id
/// @param nextOffset the offset of the next page as vCenter reports it; 0 if it reports none
/// @param total      the number of volumes that match; 0 if vCenter does not report it
record CnsVolumePage(List<CnsVolume> volumes, int unreadable, long nextOffset, long total) {
    CnsVolumePage {
        volumes = List.copyOf(volumes);
    }

    /// Returns the number of volumes on the page.
    int size() {
        return volumes.size() + unreadable;
    }

    /// The key of the access point for NFSv4.1.
    ///
    /// Rule from: vsphere-csi-driver, pkg/csi/service/common, the publish context of file volumes.
    private static final String NFS = "NFSv4.1";

    /// Reads a `CnsQueryResult`; empty if the value is none. It always has a cursor.
    static Optional<CnsVolumePage> read(PropertyValue result) {
        if (!(result.field("cursor") instanceof PropertyValue.Struct)) {
            return Optional.empty();
        }
        List<PropertyValue> sent = result.field("volumes").items();
        List<CnsVolume> volumes =
                sent.stream().flatMap(volume -> volume(volume).stream()).toList();
        PropertyValue cursor = result.field("cursor");
        return Optional.of(new CnsVolumePage(
                volumes,
                sent.size() - volumes.size(),
                Math.max(0, cursor.field("offset").number().orElse(0)),
                Math.max(0, cursor.field("totalRecords").number().orElse(0))));
    }

    private static Optional<CnsVolume> volume(PropertyValue volume) {
        PropertyValue backing = volume.field("backingObjectDetails");
        PropertyValue metadata = volume.field("metadata");
        return CnsVolumeId.read(volume, "volumeId")
                .map(id -> new CnsVolume(
                        id,
                        text(volume, "name"),
                        text(volume, "volumeType"),
                        text(volume, "datastoreUrl"),
                        text(volume, "storagePolicyId"),
                        backing.field("capacityInMb").number(),
                        text(backing, "backingDiskId"),
                        text(backing, "backingDiskPath"),
                        text(volume, "healthStatus"),
                        cluster(metadata.field("containerCluster")),
                        entities(metadata.field("entityMetadata")),
                        accessPoint(backing.field("accessPoints"))));
    }

    private static Optional<String> accessPoint(PropertyValue points) {
        return points.items().stream()
                .filter(point -> text(point, "key").equals(NFS))
                .map(point -> text(point, "value"))
                .filter(value -> !value.isBlank())
                .findFirst();
    }

    private static Optional<CnsContainerCluster> cluster(PropertyValue cluster) {
        return Optional.of(text(cluster, "clusterId"))
                .filter(id -> !id.isBlank())
                .map(id -> new CnsContainerCluster(
                        id,
                        text(cluster, "vSphereUser"),
                        text(cluster, "clusterFlavor"),
                        text(cluster, "clusterDistribution")));
    }

    private static List<CnsEntityMetadata> entities(PropertyValue entities) {
        return entities.items().stream()
                .flatMap(entity -> entity(entity).stream())
                .toList();
    }

    /// Reads an entity; empty if it has no name or a type that this program does not know.
    private static Optional<CnsEntityMetadata> entity(PropertyValue entity) {
        String name = text(entity, "entityName");
        if (name.isBlank()) {
            return Optional.empty();
        }
        return type(entity)
                .map(type -> new CnsEntityMetadata(
                        type,
                        name,
                        text(entity, "namespace"),
                        text(entity, "clusterId"),
                        labels(entity.field("labels")),
                        references(entity.field("referredEntity")),
                        entity.field("delete").flag().orElse(false)));
    }

    private static TreeMap<String, String> labels(PropertyValue labels) {
        var read = new TreeMap<String, String>();
        for (PropertyValue label : labels.items()) {
            label.field("key")
                    .text()
                    .ifPresent(key -> read.put(key, label.field("value").text().orElse("")));
        }
        return read;
    }

    private static List<EntityReference> references(PropertyValue references) {
        var read = new ArrayList<EntityReference>();
        for (PropertyValue reference : references.items()) {
            String name = text(reference, "entityName");
            if (!name.isBlank()) {
                type(reference)
                        .map(type -> new EntityReference(
                                type, name, text(reference, "namespace"), text(reference, "clusterId")))
                        .ifPresent(read::add);
            }
        }
        return read;
    }

    private static Optional<EntityType> type(PropertyValue entity) {
        return switch (text(entity, "entityType")) {
            case "PERSISTENT_VOLUME" -> Optional.of(EntityType.PERSISTENT_VOLUME);
            case "PERSISTENT_VOLUME_CLAIM" -> Optional.of(EntityType.PERSISTENT_VOLUME_CLAIM);
            case "POD" -> Optional.of(EntityType.POD);
            default -> Optional.empty();
        };
    }

    /// Returns a text that the caller compares with names. If it has characters that no name has, it is empty.
    private static String text(PropertyValue owner, String field) {
        return owner.field(field).text().filter(PrintableText::isPrintable).orElse("");
    }
}
