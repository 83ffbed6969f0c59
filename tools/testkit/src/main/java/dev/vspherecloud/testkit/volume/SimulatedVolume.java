package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A volume of a [SimulatedVcenter], read through the admin API.
///
/// @param kind `BLOCK` or `FILE`
/// @param datastore the moref of its datastore; empty if its disk does not exist any more
/// @param datastoreUrl as in `ds:///vmfs/volumes/UUID/`
/// @param policy the id of its storage policy; empty for none
/// @param clusters the ids of the Kubernetes clusters that use it
/// @param attachments the VMs that have its disk among their devices
/// @param content what [SimulatorVolumes#write] wrote, or what the snapshot had of which it is a copy; empty for
///     nothing
/// @param source the snapshot of which it is a copy, as in `VOLUME+SNAPSHOT`; empty for none
public record SimulatedVolume(
        String id,
        String name,
        String kind,
        long capacityMb,
        String datastore,
        String datastoreUrl,
        String policy,
        List<String> clusters,
        List<Entity> entities,
        List<Attachment> attachments,
        List<Snapshot> snapshots,
        String content,
        String source) {
    public SimulatedVolume {
        clusters = List.copyOf(clusters);
        entities = List.copyOf(entities);
        attachments = List.copyOf(attachments);
        snapshots = List.copyOf(snapshots);
    }

    /// A Kubernetes object in the metadata.
    ///
    /// @param kind as in `PERSISTENT_VOLUME_CLAIM`
    /// @param namespace empty for a PersistentVolume
    /// @param refers to others, as in `PERSISTENT_VOLUME/pv-1`
    public record Entity(
            String cluster,
            String kind,
            String namespace,
            String name,
            Map<String, String> labels,
            List<String> refers) {
        public Entity {
            labels = Map.copyOf(labels);
            refers = List.copyOf(refers);
        }

        private static Entity parse(JsonNode json) {
            var labels = new TreeMap<String, String>();
            json.path("labels")
                    .propertyStream()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asText()));
            return new Entity(
                    json.path("cluster").asText(),
                    json.path("kind").asText(),
                    json.path("namespace").asText(),
                    json.path("name").asText(),
                    labels,
                    SimulatorVolumes.texts(json.path("refers")));
        }
    }

    /// @param vm the moref of the VM
    /// @param diskUuid as in `6000C298-595b-f457-5739-e9105b2c0c2d`
    public record Attachment(String vm, String diskUuid) {
        private static Attachment parse(JsonNode json) {
            return new Attachment(
                    json.path("vm").asText(), json.path("diskUuid").asText());
        }
    }

    /// @param content what the volume contained when the snapshot was made
    /// @param usedMb the space that it uses of the datastore
    public record Snapshot(String id, String description, Instant created, String content, long usedMb) {
        private static Snapshot parse(JsonNode json) {
            return new Snapshot(
                    json.path("id").asText(),
                    json.path("description").asText(),
                    Instant.parse(json.path("created").asText()),
                    json.path("content").asText(),
                    json.path("usedMb").asLong());
        }
    }

    static SimulatedVolume parse(JsonNode json) {
        return new SimulatedVolume(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("kind").asText(),
                json.path("capacityMb").asLong(),
                json.path("datastore").asText(),
                json.path("datastoreUrl").asText(),
                json.path("policy").asText(),
                json.path("clusters")
                        .valueStream()
                        .map(each -> each.path("id").asText())
                        .toList(),
                json.path("entities").valueStream().map(Entity::parse).toList(),
                json.path("attachments").valueStream().map(Attachment::parse).toList(),
                json.path("snapshots").valueStream().map(Snapshot::parse).toList(),
                json.path("content").asText(),
                json.path("source").asText());
    }
}
