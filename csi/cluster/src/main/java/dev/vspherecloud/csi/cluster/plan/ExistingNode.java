package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A Node.
///
/// @param providerId empty if no cloud provider has written it
/// @param systemUuid the UUID that the kubelet reports, in lower case; empty if it reports none
/// @param os         the operating system, such as `linux`
public record ExistingNode(String name, String providerId, String systemUuid, String os, Map<String, String> labels) {
    static final ObjectReader<ExistingNode> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.labels",
                    "spec.providerID",
                    "status.nodeInfo.systemUUID",
                    "status.nodeInfo.operatingSystem"),
            ExistingNode::read);

    public ExistingNode {
        labels = Map.copyOf(labels);
    }

    private static ExistingNode read(Json node) {
        var labels = new TreeMap<String, String>();
        node.find("metadata", "labels").members().forEach((key, value) -> labels.put(key, value.asText()));
        String os = node.find("status", "nodeInfo", "operatingSystem").asText();
        return new ExistingNode(
                node.find("metadata", "name").asText(),
                node.find("spec", "providerID").asText(),
                node.find("status", "nodeInfo", "systemUUID").asText().toLowerCase(Locale.ROOT),
                os.isEmpty() ? labels.getOrDefault("kubernetes.io/os", "") : os,
                labels);
    }
}
