package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;

/// A datastore cluster (`StoragePod`) of a [SimulatedVcenter].
///
/// @param ref its moref, as in `group-p9`
/// @param datastores the names of its datastores
public record SimulatedPod(String ref, String name, String datacenter, List<String> datastores) {
    public SimulatedPod {
        datastores = List.copyOf(datastores);
    }

    /// Returns the object for attaching tags.
    public TaggedObject tagged() {
        return TaggedObject.storagePod(ref);
    }

    static SimulatedPod parse(JsonNode json) {
        return new SimulatedPod(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("datacenter").asText(),
                SimulatorVolumes.texts(json.path("datastores")));
    }
}
