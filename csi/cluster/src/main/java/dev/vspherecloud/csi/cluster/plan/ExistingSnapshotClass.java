package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.List;
import java.util.Optional;

/// A VolumeSnapshotClass of the driver.
///
/// @param parameters the keys of the parameters, sorted
public record ExistingSnapshotClass(String name, List<String> parameters) {
    static final ObjectReader<Optional<ExistingSnapshotClass>> READER =
            new ObjectReader<>(JsonFields.of("metadata.name", "driver", "parameters"), ExistingSnapshotClass::read);

    public ExistingSnapshotClass {
        parameters = List.copyOf(parameters);
    }

    private static Optional<ExistingSnapshotClass> read(Json json) {
        return json.find("driver").asText().equals(KubeExistingObjects.DRIVER)
                ? Optional.of(new ExistingSnapshotClass(
                        json.find("metadata", "name").asText(),
                        json.find("parameters").members().keySet().stream()
                                .sorted()
                                .toList()))
                : Optional.empty();
    }
}
