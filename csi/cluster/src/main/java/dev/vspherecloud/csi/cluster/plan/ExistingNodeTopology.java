package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Map;
import java.util.TreeMap;

/// A CSINodeTopology: the question of a node plugin for the labels of its Node, and the answer. Texts are empty if
/// the object has none.
///
/// Rule from: csi 2.5.
///
/// @param nodeUuid the UUID of the VM that the node plugin read
/// @param status   `Success` or `Error`; empty if there is no answer yet
/// @param labels   the labels in the answer
public record ExistingNodeTopology(
        String node, String nodeUuid, String status, String error, Map<String, String> labels) {
    static final ObjectReader<ExistingNodeTopology> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "spec.nodeuuid",
                    "status.status",
                    "status.errorMessage",
                    "status.topologyLabels.key",
                    "status.topologyLabels.value"),
            ExistingNodeTopology::read);

    public ExistingNodeTopology {
        labels = Map.copyOf(labels);
    }

    private static ExistingNodeTopology read(Json topology) {
        var labels = new TreeMap<String, String>();
        topology.find("status", "topologyLabels")
                .items()
                .forEach(label -> labels.put(
                        label.find("key").asText(), label.find("value").asText()));
        return new ExistingNodeTopology(
                topology.find("metadata", "name").asText(),
                topology.find("spec", "nodeuuid").asText(),
                topology.find("status", "status").asText(),
                topology.find("status", "errorMessage").asText(),
                labels);
    }
}
