package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.List;
import java.util.Optional;

/// The registration of the driver on a Node, which the kubelet writes into the CSINode.
///
/// @param nodeId       the id under which the driver knows the Node
/// @param topologyKeys the label keys that the driver announced
public record ExistingDriverNode(String node, String nodeId, List<String> topologyKeys) {
    static final ObjectReader<Optional<ExistingDriverNode>> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "spec.drivers.name", "spec.drivers.nodeID", "spec.drivers.topologyKeys"),
            ExistingDriverNode::read);

    public ExistingDriverNode {
        topologyKeys = List.copyOf(topologyKeys);
    }

    private static Optional<ExistingDriverNode> read(Json csiNode) {
        return csiNode.find("spec", "drivers").items().stream()
                .filter(driver -> driver.find("name").asText().equals(KubeExistingObjects.DRIVER))
                .findFirst()
                .map(driver -> new ExistingDriverNode(
                        csiNode.find("metadata", "name").asText(),
                        driver.find("nodeID").asText(),
                        driver.find("topologyKeys").items().stream()
                                .map(Json::asText)
                                .toList()));
    }
}
