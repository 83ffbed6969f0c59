package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.List;

/// A PersistentVolumeClaim. Texts are empty if the object has none.
///
/// @param accessModes as written, for example `ReadWriteMany`
/// @param source      the kind of the data source, such as `VolumeSnapshot`
public record ExistingClaim(
        String namespace, String name, String phase, String storageClass, List<String> accessModes, String source) {
    static final ObjectReader<ExistingClaim> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.namespace",
                    "metadata.name",
                    "status.phase",
                    "spec.storageClassName",
                    "spec.accessModes",
                    "spec.dataSourceRef.kind"),
            ExistingClaim::read);

    public ExistingClaim {
        accessModes = List.copyOf(accessModes);
    }

    private static ExistingClaim read(Json claim) {
        return new ExistingClaim(
                claim.find("metadata", "namespace").asText(),
                claim.find("metadata", "name").asText(),
                claim.find("status", "phase").asText(),
                claim.find("spec", "storageClassName").asText(),
                claim.find("spec", "accessModes").items().stream()
                        .map(Json::asText)
                        .toList(),
                claim.find("spec", "dataSourceRef", "kind").asText());
    }
}
