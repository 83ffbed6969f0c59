package dev.vspherecloud.ccm.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All that a cloud provider writes on a Node, but for our annotations.
///
/// @param taints    by key
/// @param addresses as in `InternalIP=10.20.0.1`, in their order
record WrittenNode(
        String name, String providerId, List<String> taints, Map<String, String> labels, List<String> addresses) {
    private static final String OURS = "vspherecloud.dev/";
    private static final String KUBELET = "kubernetes.io/";

    static WrittenNode of(JsonNode node) {
        var labels = new TreeMap<String, String>();
        node.at("/metadata/labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        labels.keySet().removeIf(key -> key.startsWith(KUBELET));
        return new WrittenNode(
                Expect.name(node),
                node.at("/spec/providerID").asText(),
                node.at("/spec/taints")
                        .valueStream()
                        .map(taint -> taint.path("key").asText())
                        .toList(),
                labels,
                Expect.addresses(node));
    }

    /// As the fixture says it.
    static WrittenNode of(NodeSpec spec) {
        return new WrittenNode(
                spec.name(),
                spec.providerId(),
                spec.taints(),
                new TreeMap<>(spec.labels()),
                spec.addresses().stream()
                        .map(address -> address.type() + "=" + address.address())
                        .toList());
    }

    /// The whole object as the API server has it, but for our annotations and for what the API server itself keeps
    /// count of.
    static JsonNode whole(JsonNode node) {
        JsonNode copy = node.deepCopy();
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "managedFields"));
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations
                        .properties()
                        .removeIf(annotation -> annotation.getKey().startsWith(OURS));
                if (annotations.isEmpty()) {
                    metadata.remove("annotations");
                }
            }
        }
        return copy;
    }
}
