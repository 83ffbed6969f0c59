package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// A CNSVolumeInfo, which names the vCenter of a volume. Texts are empty if the object has none.
public record ExistingVolumeVcenter(String name, String volumeId, String vcenter) {
    static final ObjectReader<ExistingVolumeVcenter> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "spec.volumeID", "spec.vCenterServer"), ExistingVolumeVcenter::read);

    private static ExistingVolumeVcenter read(Json record) {
        return new ExistingVolumeVcenter(
                record.find("metadata", "name").asText(),
                record.find("spec", "volumeID").asText(),
                record.find("spec", "vCenterServer").asText());
    }
}
