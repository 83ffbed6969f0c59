package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.label.LabelSyntax;
import dev.vspherecloud.domain.topology.TopologyChoice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the labels for zone, region and instance type of a Node, each with its newer and its older (beta) key.
///
/// Rule from: kubernetes/cloud-provider, node controller, getNodeModifiersFromCloudProvider and labelReconcileInfo.
final class NodeLabels {
    private static final Pair ZONE = new Pair("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone");
    private static final Pair REGION =
            new Pair("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region");
    private static final Pair INSTANCE_TYPE =
            new Pair("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type");

    private static final List<Pair> PAIRS = List.of(ZONE, REGION, INSTANCE_TYPE);

    /// The newer and the older (beta) key of one label.
    private record Pair(String newer, String older) {
        Map<String, String> withValue(String value) {
            return Map.of(newer, value, older, value);
        }
    }

    private NodeLabels() {}

    /// Returns all keys of the labels that this class creates.
    static Set<String> keys() {
        return PAIRS.stream()
                .flatMap(pair -> Stream.of(pair.newer(), pair.older()))
                .collect(Collectors.toUnmodifiableSet());
    }

    static Map<String, String> instanceType(String instanceType) {
        return INSTANCE_TYPE.withValue(instanceType);
    }

    static Map<String, String> topology(TopologyChoice.Chosen topology) {
        var labels = new HashMap<String, String>();
        topology.zone().ifPresent(zone -> labels.putAll(ZONE.withValue(zone)));
        topology.region().ifPresent(region -> labels.putAll(REGION.withValue(region)));
        return labels;
    }

    /// Returns the wanted extra labels without those that the Node has already and without reserved keys.
    ///
    /// @param wanted the labels of `--node-labels`
    /// @param present the labels of the Node
    static Map<String, String> extra(Map<String, String> wanted, Map<String, String> present) {
        var labels = new HashMap<>(wanted);
        labels.keySet().removeIf(key -> LabelSyntax.isReserved(key) || present.containsKey(key));
        return labels;
    }

    /// Returns the labels to set on an initialised Node whose newer label keys do not have the values of the older
    /// (beta) keys. The older keys decide. Returns empty if all values are equal.
    ///
    /// Differs from cloud-provider-vsphere (Go): only for Nodes whose VM is known, never for Nodes of other
    /// providers.
    static Optional<NodeDecision.Relabel> relabelFromOlderKeys(Map<String, String> present) {
        var labels = new HashMap<String, String>();
        for (Pair pair : PAIRS) {
            String value = present.get(pair.older());
            if (value != null && !value.equals(present.get(pair.newer()))) {
                labels.put(pair.newer(), value);
            }
        }
        return labels.isEmpty()
                ? Optional.empty()
                : Optional.of(new NodeDecision.Relabel(labels, "the older keys of these labels have these values"));
    }

    /// Returns true if this is the older (beta) key of a label that has two keys.
    static boolean isOlder(String key) {
        return PAIRS.stream().anyMatch(pair -> pair.older().equals(key));
    }
}
