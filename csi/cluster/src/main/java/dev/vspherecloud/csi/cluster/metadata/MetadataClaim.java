package dev.vspherecloud.csi.cluster.metadata;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Map;
import java.util.Set;

/// A PersistentVolumeClaim, as far as CNS records it.
///
/// @param volumeName  the PersistentVolume; empty if the claim is not bound
/// @param provisioner who creates its volume; empty if that is not decided, or if no provisioner does
public record MetadataClaim(
        String namespace, String name, String uid, Map<String, String> labels, String volumeName, String provisioner) {
    private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    private static final String OLD_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /// The maximum length of the name of a provisioner that is kept. The names of the own ones are shorter.
    private static final int MAX_PROVISIONER = 253;

    /// The provisioners whose claims have volumes of this driver: its own, and that of the in-tree driver. A claim
    /// without a provisioner may be bound to a static PersistentVolume.
    private static final Set<String> OWN = Set.of("", "csi.vsphere.vmware.com", "kubernetes.io/vsphere-volume");

    static final ObjectReader<MetadataClaim> READER = new ObjectReader<>(
            JsonFields.of("metadata.namespace", "metadata.name", "metadata.uid", "spec.volumeName")
                    .and(ObjectFields.LABELS)
                    .and(JsonFields.at(JsonFields.text(MAX_PROVISIONER), "metadata", "annotations", PROVISIONER))
                    .and(JsonFields.at(JsonFields.text(MAX_PROVISIONER), "metadata", "annotations", OLD_PROVISIONER)),
            MetadataClaim::read);

    public MetadataClaim {
        labels = Map.copyOf(labels);
    }

    private static MetadataClaim read(Json claim) {
        String provisioner = claim.find("metadata", "annotations", PROVISIONER).asText();
        return new MetadataClaim(
                claim.find("metadata", "namespace").asText(),
                claim.find("metadata", "name").asText(),
                claim.find("metadata", "uid").asText(),
                ObjectFields.labels(claim),
                claim.find("spec", "volumeName").asText(),
                provisioner.isEmpty()
                        ? claim.find("metadata", "annotations", OLD_PROVISIONER).asText()
                        : provisioner);
    }

    /// Returns true if the claim may have a volume of this driver.
    boolean mayBeOfDriver() {
        return OWN.contains(provisioner);
    }
}
