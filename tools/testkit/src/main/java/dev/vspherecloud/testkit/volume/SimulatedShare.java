package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;

/// A file share of a [SimulatedVcenter], which a file volume consists of.
///
/// @param id also that of its volume, as in `file:UUID`
/// @param datastore the moref of its datastore
/// @param volume true if CNS knows it
public record SimulatedShare(String id, String name, long capacityMb, String datastore, boolean volume) {
    static SimulatedShare parse(JsonNode json) {
        return new SimulatedShare(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("capacityMb").asLong(),
                json.path("datastore").asText(),
                json.path("volume").asBoolean());
    }
}
