package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A storage policy of a [SimulatedVcenter].
///
/// @param every true if every datastore is compatible with it
/// @param datastores the morefs of the compatible datastores, unless `every` is true
public record SimulatedPolicy(String id, String name, boolean every, List<String> datastores) {
    public SimulatedPolicy {
        datastores = List.copyOf(datastores);
    }

    static SimulatedPolicy parse(JsonNode json) {
        return new SimulatedPolicy(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("every").asBoolean(),
                SimulatorVolumes.texts(json.path("datastores")));
    }
}
