package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.topology.TopologyChoice;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The labels of an initialised Node, in both generations of their keys.
///
/// Rule from: kubernetes/cloud-provider, node controller, getNodeModifiersFromCloudProvider.
final class NodeLabels {
    /// A label key of Kubernetes itself, which only its own components set.
    private static final Pattern RESERVED = Pattern.compile("(^|.*\\.)(kubernetes|k8s)\\.io/.*");

    private NodeLabels() {}

    static Map<String, String> instanceType(String instanceType) {
        return Map.of(
                "node.kubernetes.io/instance-type", instanceType, "beta.kubernetes.io/instance-type", instanceType);
    }

    static Map<String, String> topology(TopologyChoice.Chosen topology) {
        var labels = new HashMap<String, String>();
        topology.zone().ifPresent(zone -> {
            labels.put("topology.kubernetes.io/zone", zone);
            labels.put("failure-domain.beta.kubernetes.io/zone", zone);
        });
        topology.region().ifPresent(region -> {
            labels.put("topology.kubernetes.io/region", region);
            labels.put("failure-domain.beta.kubernetes.io/region", region);
        });
        return labels;
    }

    /// The extra labels that a Node with these labels still gets: none with a reserved key, none that it has
    /// already.
    static Map<String, String> extra(Map<String, String> wanted, Map<String, String> present) {
        var labels = new LinkedHashMap<>(wanted);
        labels.keySet().removeIf(key -> RESERVED.matcher(key).matches() || present.containsKey(key));
        return labels;
    }
}
