package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// A CnsVolumeOperationRequest.
///
/// @param state [RecordState.Present] or [RecordState.Unreadable]
public record ExistingOperation(String name, RecordState state) {
    static final ObjectReader<ExistingOperation> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "metadata.resourceVersion", "status"), ExistingOperation::read);

    private static ExistingOperation read(Json record) {
        return new ExistingOperation(record.find("metadata", "name").asText(), KubeOperationRecords.parse(record));
    }
}
