package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// What a person wants to know of a PersistentVolumeClaim. Texts are empty if the object has none.
///
/// @param requested      the size that the claim requests, as in `5Gi`
/// @param capacity       the size that it has
/// @param volumeName     the PersistentVolume
/// @param isBeingDeleted true if only finalizers keep the object
public record ClaimDetails(
        String namespace,
        String name,
        String uid,
        String phase,
        String requested,
        String capacity,
        String storageClass,
        String volumeName,
        boolean isBeingDeleted) {
    static final ObjectReader<ClaimDetails> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.namespace",
                    "metadata.name",
                    "metadata.uid",
                    "metadata.deletionTimestamp",
                    "spec.resources.requests.storage",
                    "spec.storageClassName",
                    "spec.volumeName",
                    "status.phase",
                    "status.capacity.storage"),
            ClaimDetails::read);

    private static ClaimDetails read(Json claim) {
        return new ClaimDetails(
                claim.find("metadata", "namespace").asText(),
                claim.find("metadata", "name").asText(),
                claim.find("metadata", "uid").asText(),
                claim.find("status", "phase").asText(),
                claim.find("spec", "resources", "requests", "storage").asText(),
                claim.find("status", "capacity", "storage").asText(),
                claim.find("spec", "storageClassName").asText(),
                claim.find("spec", "volumeName").asText(),
                claim.has("metadata", "deletionTimestamp"));
    }
}
