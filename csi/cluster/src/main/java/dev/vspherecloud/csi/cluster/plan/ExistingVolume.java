package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.List;
import java.util.Optional;

/// A PersistentVolume of the driver or of the in-tree driver. Texts are empty if the object has none.
///
/// @param handle       the volume handle; for a volume of the in-tree driver the path of its disk
/// @param accessModes  as written, for example `ReadWriteOnce`
/// @param affinityKeys the label keys in the required nodeAffinity, each once
/// @param isBeingDeleted true if its claim is gone and its reclaim policy is Delete, or if only finalizers keep it
public record ExistingVolume(
        String name,
        Origin origin,
        String handle,
        String storageClass,
        List<String> accessModes,
        boolean isRawBlock,
        String fsType,
        List<String> affinityKeys,
        boolean isBeingDeleted) {
    /// Where a PersistentVolume comes from.
    public enum Origin {
        /// The provisioner created it.
        DYNAMIC,
        /// A person or another program created it for an existing volume.
        STATIC,
        /// It is one of the in-tree driver, and kube-controller-manager sends its calls to this driver.
        MIGRATED,
        /// It is one of the in-tree driver, and is not migrated.
        IN_TREE
    }

    private static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";

    /// The provisioner writes this attribute into each volume that it creates.
    ///
    /// Rule from: csi 2.4.
    private static final String PROVISIONER_IDENTITY = "storage.kubernetes.io/csiProvisionerIdentity";

    static final ObjectReader<Optional<ExistingVolume>> READER = new ObjectReader<>(
            JsonFields.of(
                            "metadata.name",
                            "metadata.deletionTimestamp",
                            "status.phase",
                            "spec.persistentVolumeReclaimPolicy",
                            "spec.csi.driver",
                            "spec.csi.volumeHandle",
                            "spec.csi.fsType",
                            "spec.vsphereVolume.volumePath",
                            "spec.vsphereVolume.fsType",
                            "spec.storageClassName",
                            "spec.accessModes",
                            "spec.volumeMode",
                            "spec.nodeAffinity.required.nodeSelectorTerms.matchExpressions.key")
                    .and(JsonFields.member(
                            "metadata",
                            JsonFields.member("annotations", JsonFields.member(MIGRATED_TO, JsonFields.ALL))))
                    .and(JsonFields.member(
                            "spec",
                            JsonFields.member(
                                    "csi",
                                    JsonFields.member(
                                            "volumeAttributes",
                                            JsonFields.member(PROVISIONER_IDENTITY, JsonFields.ALL))))),
            ExistingVolume::read);

    public ExistingVolume {
        accessModes = List.copyOf(accessModes);
        affinityKeys = List.copyOf(affinityKeys);
    }

    private static Optional<ExistingVolume> read(Json volume) {
        if (volume.find("spec", "csi", "driver").asText().equals(KubeExistingObjects.DRIVER)) {
            boolean isDynamic = volume.has("spec", "csi", "volumeAttributes", PROVISIONER_IDENTITY);
            return Optional.of(of(volume, isDynamic ? Origin.DYNAMIC : Origin.STATIC, "csi", "volumeHandle"));
        }
        if (!volume.has("spec", "vsphereVolume")) {
            return Optional.empty();
        }
        boolean isMigrated =
                volume.find("metadata", "annotations", MIGRATED_TO).asText().equals(KubeExistingObjects.DRIVER);
        return Optional.of(of(volume, isMigrated ? Origin.MIGRATED : Origin.IN_TREE, "vsphereVolume", "volumePath"));
    }

    private static ExistingVolume of(Json volume, Origin origin, String source, String handle) {
        return new ExistingVolume(
                volume.find("metadata", "name").asText(),
                origin,
                volume.find("spec", source, handle).asText(),
                volume.find("spec", "storageClassName").asText(),
                volume.find("spec", "accessModes").items().stream()
                        .map(Json::asText)
                        .toList(),
                volume.find("spec", "volumeMode").asText().equals("Block"),
                volume.find("spec", source, "fsType").asText(),
                volume.find("spec", "nodeAffinity", "required", "nodeSelectorTerms").items().stream()
                        .flatMap(term -> term.find("matchExpressions").items().stream())
                        .map(expression -> expression.find("key").asText())
                        .distinct()
                        .toList(),
                volume.has("metadata", "deletionTimestamp")
                        || (volume.find("status", "phase").asText().equals("Released")
                                && volume.find("spec", "persistentVolumeReclaimPolicy")
                                        .asText()
                                        .equals("Delete")));
    }
}
