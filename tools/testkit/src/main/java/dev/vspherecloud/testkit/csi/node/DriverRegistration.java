package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.KubeObjects;
import java.util.Map;
import java.util.Optional;

/// Registers a driver on a Node: the labels of its topology on the Node, and its entry in the CSINode.
///
/// A Node that has one of these labels with another value is refused. Rule from: `nodeinfomanager` in `pkg/volume/csi`
/// of Kubernetes.
record DriverRegistration(KubeObjects objects, String node, String driver) {
    private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";

    /// @throws NodeCallException if the Node has a label with another value
    void register(NodeDescription description) throws NodeCallException {
        addLabels(description.topology());
        ObjectNode entry = entry(description);
        Optional<JsonNode> present = objects.find(path());
        if (present.isEmpty()) {
            objects.create(CSI_NODES, object(entry).toString());
            return;
        }
        if (!own(present.get()).equals(Optional.of(entry))) {
            // The id of an entry cannot change, so the entry is removed before.
            replaceDrivers(present.get(), Optional.empty());
            replaceDrivers(objects.get(path()), Optional.of(entry));
        }
    }

    private void addLabels(Map<String, String> topology) throws NodeCallException {
        JsonNode labels = objects.node(node).at("/metadata/labels");
        var patch = JsonNodeFactory.instance.objectNode();
        var added = patch.putObject("metadata").putObject("labels");
        for (Map.Entry<String, String> segment : topology.entrySet()) {
            String present = labels.path(segment.getKey()).asText("");
            if (!present.isEmpty() && !present.equals(segment.getValue())) {
                throw new NodeCallException(
                        "REGISTRATION",
                        "detected topology value collision: driver reported %s=%s but the label of the Node is %s"
                                .formatted(segment.getKey(), segment.getValue(), present));
            }
            added.put(segment.getKey(), segment.getValue());
        }
        if (!added.isEmpty()) {
            objects.patchNode(node, patch.toString());
        }
    }

    private ObjectNode entry(NodeDescription description) {
        var entry = JsonNodeFactory.instance.objectNode();
        entry.put("name", driver).put("nodeID", description.nodeId());
        ArrayNode keys = entry.putArray("topologyKeys");
        description.topology().keySet().forEach(keys::add);
        if (keys.isEmpty()) {
            entry.putNull("topologyKeys");
        }
        if (description.maxVolumes() > 0) {
            entry.putObject("allocatable").put("count", description.maxVolumes());
        }
        return entry;
    }

    private ObjectNode object(ObjectNode entry) {
        var object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata")
                .put("name", node)
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node)
                .put("uid", objects.node(node).at("/metadata/uid").asText());
        object.putObject("spec").putArray("drivers").add(entry);
        return object;
    }

    private Optional<JsonNode> own(JsonNode csiNode) {
        return csiNode.at("/spec/drivers")
                .valueStream()
                .filter(entry -> entry.path("name").asText().equals(driver))
                .findFirst();
    }

    private void replaceDrivers(JsonNode present, Optional<ObjectNode> own) {
        var patch = JsonNodeFactory.instance.objectNode();
        ArrayNode drivers = patch.putObject("spec").putArray("drivers");
        present.at("/spec/drivers")
                .valueStream()
                .filter(entry -> !entry.path("name").asText().equals(driver))
                .forEach(drivers::add);
        own.ifPresent(drivers::add);
        objects.patch(path(), patch.toString());
    }

    private String path() {
        return CSI_NODES + "/" + node;
    }
}
