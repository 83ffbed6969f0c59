package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;

/// A First Class Disk of a [SimulatedVcenter].
///
/// @param datastore the moref of its datastore
/// @param path of its file, as in `[datastore1] fcd/UUID.vmdk`
/// @param volume true if CNS knows it
/// @param file true if its file exists
public record SimulatedDisk(
        String id, String name, long capacityMb, String datastore, String path, boolean volume, boolean file) {
    static SimulatedDisk parse(JsonNode json) {
        return new SimulatedDisk(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("capacityMb").asLong(),
                json.path("datastore").asText(),
                json.path("path").asText(),
                json.path("volume").asBoolean(),
                json.path("file").asBoolean());
    }
}
