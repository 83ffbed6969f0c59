package dev.vspherecloud.csi.cns;

import dev.vspherecloud.csi.cns.CnsCreateSpec.DiskFile;
import dev.vspherecloud.csi.cns.CnsCreateSpec.ExistingDisk;
import dev.vspherecloud.csi.cns.CnsCreateSpec.NewDisk;
import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityReference;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.util.List;
import java.util.Optional;

/// Writes the parameters of the CNS calls, element by element in the order of the API. What a release does not
/// know is left out if vCenter can do without it; else the request cannot be sent.
///
/// Rule from: govmomi `cns/types`, for the order and the types that are named with `xsi:type`.
final class CnsRequests {
    private static final String TYPE = "xsi:type";

    private CnsRequests() {}

    /// @param user the user of the session
    static void create(XmlWriter xml, CnsCreateSpec spec, String user, CnsRelease release) {
        xml.open("createSpecs").leaf("name", spec.name()).leaf("volumeType", "BLOCK");
        spec.chosenId().ifPresent(id -> {
            require(release.acceptsChosenId(), "this vCenter chooses the ids of volumes itself; leave out the id");
            writeId(xml, "volumeId", id);
        });
        spec.datastores().forEach(datastore -> writeRef(xml, "datastores", datastore));
        writeMetadata(xml, spec.metadata(), user, release);
        writeBacking(xml, spec.backing(), release);
        spec.storagePolicy().ifPresent(policy -> xml.open("profile", TYPE, "VirtualMachineDefinedProfileSpec")
                .leaf("profileId", policy)
                .close());
        spec.source().ifPresent(snapshot -> {
            xml.open("volumeSource", TYPE, "CnsSnapshotVolumeSource");
            writeId(xml, "volumeId", snapshot.volume());
            writeSnapshotId(xml, snapshot.id());
            xml.close();
        });
        xml.close();
    }

    private static void writeBacking(XmlWriter xml, CnsCreateSpec.Backing backing, CnsRelease release) {
        xml.open("backingObjectDetails", TYPE, "CnsBlockBackingDetails");
        switch (backing) {
            case NewDisk(long capacityInMb) -> xml.leaf("capacityInMb", String.valueOf(capacityInMb));
            case ExistingDisk(CnsVolumeId disk) -> xml.leaf("backingDiskId", disk.id());
            case DiskFile(String url) -> {
                require(
                        release.knowsDiskUrl(),
                        "this vCenter cannot register a disk by the URL of its file; update it to 7.0 Update 1 or later");
                xml.leaf("backingDiskUrlPath", url);
            }
        }
        xml.close();
    }

    static void delete(XmlWriter xml, CnsVolumeId volume, boolean deletesDisk) {
        writeId(xml, "volumeIds", volume);
        xml.leaf("deleteDisk", String.valueOf(deletesDisk));
    }

    static void extend(XmlWriter xml, CnsVolumeId volume, long capacityInMb) {
        xml.open("extendSpecs");
        writeId(xml, "volumeId", volume);
        xml.leaf("capacityInMb", String.valueOf(capacityInMb)).close();
    }

    static void createSnapshot(
            XmlWriter xml, CnsVolumeId volume, String description, Optional<String> chosenId, CnsRelease release) {
        xml.open("snapshotSpecs");
        writeId(xml, "volumeId", volume);
        xml.leaf("description", description);
        chosenId.ifPresent(id -> {
            require(release.acceptsChosenId(), "this vCenter chooses the ids of snapshots itself; leave out the id");
            writeSnapshotId(xml, id);
        });
        xml.close();
    }

    static void deleteSnapshot(XmlWriter xml, CnsSnapshotId snapshot) {
        xml.open("snapshotDeleteSpecs");
        writeId(xml, "volumeId", snapshot.volume());
        writeSnapshotId(xml, snapshot.id());
        xml.close();
    }

    static void querySnapshots(XmlWriter xml, List<CnsVolumeId> volumes, long offset, int limit) {
        xml.open("snapshotQueryFilter");
        for (CnsVolumeId volume : volumes) {
            xml.open("snapshotQuerySpecs");
            writeId(xml, "volumeId", volume);
            xml.close();
        }
        writeCursor(xml, offset, limit);
        xml.close();
    }

    private static void writeSnapshotId(XmlWriter xml, String id) {
        xml.open("snapshotId").leaf("id", id).close();
    }

    private static void writeCursor(XmlWriter xml, long offset, int limit) {
        xml.open("cursor")
                .leaf("offset", String.valueOf(offset))
                .leaf("limit", String.valueOf(limit))
                .close();
    }

    /// @param element `attachSpecs` or `detachSpecs`
    static void attachOrDetach(XmlWriter xml, String element, MoRef vm, List<CnsVolumeId> volumes) {
        for (CnsVolumeId volume : volumes) {
            xml.open(element);
            writeId(xml, "volumeId", volume);
            writeRef(xml, "vm", vm);
            xml.close();
        }
    }

    /// @param user the user of the session
    static void updateMetadata(XmlWriter xml, List<CnsMetadataUpdate> updates, String user, CnsRelease release) {
        for (CnsMetadataUpdate update : updates) {
            xml.open("updateSpecs");
            writeId(xml, "volumeId", update.volume());
            writeMetadata(xml, update.metadata(), user, release);
            xml.close();
        }
    }

    static void queryVolumeInfo(XmlWriter xml, List<CnsVolumeId> volumes) {
        volumes.forEach(volume -> writeId(xml, "volumes", volume));
    }

    /// Writes the filter and the selection of a query.
    ///
    /// @param offset the number of volumes to skip
    /// @param limit  the largest number of volumes on the page
    static void query(XmlWriter xml, CnsQuery query, long offset, int limit) {
        xml.open("filter", TYPE, "CnsQueryFilter");
        query.volumes().forEach(volume -> writeId(xml, "volumeIds", volume));
        query.names().forEach(name -> xml.leaf("names", name));
        query.clusterIds().forEach(cluster -> xml.leaf("containerClusterIds", cluster));
        query.storagePolicy().ifPresent(policy -> xml.leaf("storagePolicyId", policy));
        query.datastores().forEach(datastore -> writeRef(xml, "datastores", datastore));
        writeCursor(xml, offset, limit);
        xml.close();
        if (!query.fields().isEmpty()) {
            xml.open("selection");
            query.sortedFields().forEach(field -> xml.leaf("names", field.name()));
            xml.close();
        }
    }

    private static void writeMetadata(XmlWriter xml, CnsVolumeMetadata metadata, String user, CnsRelease release) {
        xml.open("metadata");
        writeCluster(xml, "containerCluster", metadata.cluster(), user, release);
        metadata.entities().forEach(entity -> writeEntity(xml, entity, release));
        if (release.knowsSeveralClusters()) {
            writeCluster(xml, "containerClusterArray", metadata.cluster(), user, release);
        }
        xml.close();
    }

    /// Rule from: csi 3.1 step 5; vsphere-csi-driver reads the user of its session before each create and update of
    /// metadata, and corrects the spec (`cns-lib/volume/util.go`).
    private static void writeCluster(
            XmlWriter xml, String element, CnsContainerCluster cluster, String user, CnsRelease release) {
        xml.open(element)
                .leaf("clusterType", "KUBERNETES")
                .leaf("clusterId", cluster.clusterId())
                .leaf("vSphereUser", user);
        if (release.knowsSeveralClusters()) {
            writeOptional(xml, "clusterFlavor", cluster.flavor());
        }
        if (release.knowsDistribution()) {
            writeOptional(xml, "clusterDistribution", cluster.distribution());
        }
        xml.close();
    }

    private static void writeEntity(XmlWriter xml, CnsEntityMetadata entity, CnsRelease release) {
        xml.open("entityMetadata", TYPE, "CnsKubernetesEntityMetadata").leaf("entityName", entity.name());
        entity.labels()
                .forEach((key, value) ->
                        xml.open("labels").leaf("key", key).leaf("value", value).close());
        if (entity.isDeleted()) {
            xml.leaf("delete", "true");
        }
        if (release.knowsSeveralClusters()) {
            writeOptional(xml, "clusterId", entity.clusterId());
        }
        xml.leaf("entityType", entity.type().name());
        writeOptional(xml, "namespace", entity.namespace());
        if (release.knowsSeveralClusters()) {
            entity.refersTo().forEach(reference -> writeReference(xml, reference));
        }
        xml.close();
    }

    private static void writeReference(XmlWriter xml, EntityReference reference) {
        xml.open("referredEntity").leaf("entityType", reference.type().name()).leaf("entityName", reference.name());
        writeOptional(xml, "namespace", reference.namespace());
        writeOptional(xml, "clusterId", reference.clusterId());
        xml.close();
    }

    private static void writeOptional(XmlWriter xml, String element, String text) {
        if (!text.isEmpty()) {
            xml.leaf(element, text);
        }
    }

    private static void writeId(XmlWriter xml, String element, CnsVolumeId volume) {
        xml.open(element).leaf("id", volume.id()).close();
    }

    private static void writeRef(XmlWriter xml, String element, MoRef ref) {
        xml.leaf(element, ref.value(), "type", ref.type());
    }

    /// Checks a condition on the release. The exception ends the call before anything is sent.
    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
