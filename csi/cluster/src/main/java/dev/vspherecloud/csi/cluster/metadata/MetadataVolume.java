package dev.vspherecloud.csi.cluster.metadata;

import dev.vspherecloud.csi.domain.metadata.ReclaimPolicy;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Map;

/// A PersistentVolume, as far as CNS records it.
///
/// @param handle         the volume handle; for a volume of the in-tree driver the path of its disk. Empty if another
///     driver serves the PersistentVolume
/// @param claimNamespace empty if no claim is bound
/// @param isStatic       true if a person created the PersistentVolume for an existing disk
public record MetadataVolume(
        String name,
        String uid,
        String handle,
        Map<String, String> labels,
        String claimNamespace,
        String claimName,
        String phase,
        ReclaimPolicy reclaimPolicy,
        boolean isStatic,
        boolean isBeingDeleted) {
    private static final String DRIVER = "csi.vsphere.vmware.com";

    /// kube-controller-manager writes this annotation.
    private static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";

    /// external-provisioner writes this attribute.
    ///
    /// Rule from: csi 2.4.
    private static final String PROVISIONER = "storage.kubernetes.io/csiProvisionerIdentity";

    /// The maximum length of a name that is kept.
    private static final int MAX_NAME = 253;

    static final ObjectReader<MetadataVolume> READER = new ObjectReader<>(
            JsonFields.of(
                            "metadata.name",
                            "metadata.uid",
                            "metadata.deletionTimestamp",
                            "spec.csi.driver",
                            "spec.csi.volumeHandle",
                            "spec.vsphereVolume.volumePath",
                            "spec.claimRef.namespace",
                            "spec.claimRef.name",
                            "spec.persistentVolumeReclaimPolicy",
                            "status.phase")
                    .and(ObjectFields.LABELS)
                    .and(JsonFields.at(JsonFields.text(MAX_NAME), "metadata", "annotations", MIGRATED_TO))
                    .and(JsonFields.at(JsonFields.text(MAX_NAME), "spec", "csi", "volumeAttributes", PROVISIONER)),
            MetadataVolume::read);

    public MetadataVolume {
        labels = Map.copyOf(labels);
    }

    private static MetadataVolume read(Json volume) {
        boolean isCsi = volume.find("spec", "csi", "driver").asText().equals(DRIVER);
        boolean isMigrated =
                volume.find("metadata", "annotations", MIGRATED_TO).asText().equals(DRIVER);
        String handle = volume.find("spec", "csi", "volumeHandle").asText();
        String path = volume.find("spec", "vsphereVolume", "volumePath").asText();
        return new MetadataVolume(
                volume.find("metadata", "name").asText(),
                volume.find("metadata", "uid").asText(),
                isCsi ? handle : isMigrated ? path : "",
                ObjectFields.labels(volume),
                volume.find("spec", "claimRef", "namespace").asText(),
                volume.find("spec", "claimRef", "name").asText(),
                volume.find("status", "phase").asText(),
                ReclaimPolicy.of(
                        volume.find("spec", "persistentVolumeReclaimPolicy").asText()),
                isCsi && !volume.has("spec", "csi", "volumeAttributes", PROVISIONER),
                volume.has("metadata", "deletionTimestamp"));
    }

    /// Returns true if this driver serves the PersistentVolume.
    boolean isOfDriver() {
        return !handle.isEmpty() && !name.isBlank();
    }

    public VolumeForm form() {
        return VolumeForm.of(handle);
    }

    public boolean hasClaim() {
        return !claimName.isEmpty();
    }

    /// Returns true if a claim may use the volume.
    public boolean isUsable() {
        return !isBeingDeleted && (phase.equals("Bound") || phase.equals("Available"));
    }

    /// Returns true if its claim was deleted, and the volume is kept.
    public boolean isRetained() {
        return phase.equals("Released") && reclaimPolicy == ReclaimPolicy.RETAIN;
    }
}
