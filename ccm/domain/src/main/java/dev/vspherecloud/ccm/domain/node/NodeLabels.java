package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.label.LabelSyntax;
import dev.vspherecloud.domain.topology.TopologyChoice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The labels of a Node, with both their newer and their older keys.
///
/// Rule from: kubernetes/cloud-provider, node controller, getNodeModifiersFromCloudProvider and
/// labelReconcileInfo.
final class NodeLabels {
    private static final Pair ZONE = new Pair("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone");
    private static final Pair REGION =
            new Pair("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region");
    private static final Pair INSTANCE_TYPE =
            new Pair("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type");

    private static final List<Pair> PAIRS = List.of(ZONE, REGION, INSTANCE_TYPE);

    /// The two keys of a label.
    private record Pair(String newer, String older) {
        Map<String, String> withValue(String value) {
            return Map.of(newer, value, older, value);
        }
    }

    private NodeLabels() {}

    static Map<String, String> instanceType(String instanceType) {
        return INSTANCE_TYPE.withValue(instanceType);
    }

    static Map<String, String> topology(TopologyChoice.Chosen topology) {
        var labels = new HashMap<String, String>();
        topology.zone().ifPresent(zone -> labels.putAll(ZONE.withValue(zone)));
        topology.region().ifPresent(region -> labels.putAll(REGION.withValue(region)));
        return labels;
    }

    /// Returns the extra labels that a Node with these labels still gets: none with a reserved key, none that it
    /// has already.
    static Map<String, String> extra(Map<String, String> wanted, Map<String, String> present) {
        var labels = new HashMap<>(wanted);
        labels.keySet().removeIf(key -> LabelSyntax.isReserved(key) || present.containsKey(key));
        return labels;
    }

    /// Returns the labels to set if newer keys of an initialised Node do not have the values of the older keys.
    /// The older keys decide. Empty if all values are equal.
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

    /// Returns true for the older key of a label that has two.
    static boolean isOlder(String key) {
        return PAIRS.stream().anyMatch(pair -> pair.older().equals(key));
    }
}
