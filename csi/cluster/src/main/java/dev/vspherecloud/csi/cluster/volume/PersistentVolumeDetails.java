package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// What a person wants to know of a PersistentVolume. Texts are empty if the object has none.
///
/// @param handle         the volume handle; for a volume of the in-tree driver the path of its disk
/// @param capacity       the size as the object contains it, as in `5Gi`
/// @param claimUid       identifies the claim among those that had its name before
/// @param message        why the volume failed
/// @param isBeingDeleted true if only finalizers keep the object
public record PersistentVolumeDetails(
        String name,
        String handle,
        String phase,
        String capacity,
        String storageClass,
        String reclaimPolicy,
        String claimNamespace,
        String claimName,
        String claimUid,
        String message,
        boolean isBeingDeleted) {
    static final ObjectReader<PersistentVolumeDetails> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.deletionTimestamp",
                    "spec.csi.volumeHandle",
                    "spec.vsphereVolume.volumePath",
                    "spec.capacity.storage",
                    "spec.storageClassName",
                    "spec.persistentVolumeReclaimPolicy",
                    "spec.claimRef.namespace",
                    "spec.claimRef.name",
                    "spec.claimRef.uid",
                    "status.phase",
                    "status.message"),
            PersistentVolumeDetails::read);

    private static PersistentVolumeDetails read(Json volume) {
        String handle = volume.find("spec", "csi", "volumeHandle").asText();
        return new PersistentVolumeDetails(
                volume.find("metadata", "name").asText(),
                handle.isEmpty()
                        ? volume.find("spec", "vsphereVolume", "volumePath").asText()
                        : handle,
                volume.find("status", "phase").asText(),
                volume.find("spec", "capacity", "storage").asText(),
                volume.find("spec", "storageClassName").asText(),
                volume.find("spec", "persistentVolumeReclaimPolicy").asText(),
                volume.find("spec", "claimRef", "namespace").asText(),
                volume.find("spec", "claimRef", "name").asText(),
                volume.find("spec", "claimRef", "uid").asText(),
                volume.find("status", "message").asText(),
                volume.has("metadata", "deletionTimestamp"));
    }
}
