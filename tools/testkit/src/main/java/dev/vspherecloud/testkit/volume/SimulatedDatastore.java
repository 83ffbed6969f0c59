package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;

/// A datastore of a [SimulatedVcenter].
///
/// @param ref its moref, as in `datastore-9`
/// @param url as in `ds:///vmfs/volumes/UUID/`; it does not change in a restart
/// @param hosts the names of the hosts that mount it
/// @param maintenance `normal`, `enteringMaintenance` or `inMaintenance`
/// @param pod the name of its datastore cluster; empty for none
public record SimulatedDatastore(
        String ref,
        String name,
        String url,
        String datacenter,
        List<String> hosts,
        long capacityMb,
        long freeMb,
        String maintenance,
        boolean accessible,
        String pod) {
    public SimulatedDatastore {
        hosts = List.copyOf(hosts);
    }

    /// Returns the object for attaching tags.
    public TaggedObject tagged() {
        return TaggedObject.datastore(ref);
    }

    static SimulatedDatastore parse(JsonNode json) {
        return new SimulatedDatastore(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("url").asText(),
                json.path("datacenter").asText(),
                SimulatorVolumes.texts(json.path("hosts")),
                json.path("capacityMb").asLong(),
                json.path("freeMb").asLong(),
                json.path("maintenance").asText(),
                json.path("accessible").asBoolean(),
                json.path("pod").asText());
    }
}
