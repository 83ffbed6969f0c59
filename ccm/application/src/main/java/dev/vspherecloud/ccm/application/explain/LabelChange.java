package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.node.InstanceTypePolicy;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A label of the Node, and the value that its VM requires.
///
/// @param present the value on the Node; empty if the Node does not have the label
/// @param wanted the value that the VM requires
record LabelChange(String key, Optional<String> present, String wanted) {
    static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String REGION = "topology.kubernetes.io/region";

    boolean differs() {
        return !present.equals(Optional.of(wanted));
    }

    /// Returns the labels that the VM requires, sorted by key, each with its value on the Node.
    static List<LabelChange> of(
            Map<String, String> present, Vm vm, Optional<TopologyChoice> topology, NodeDecision decision) {
        var wanted = new TreeMap<String, String>();
        wanted.put(INSTANCE_TYPE, InstanceTypePolicy.instanceType(vm.hardware()));
        if (topology.orElse(null) instanceof TopologyChoice.Chosen(var zone, var region, var _)) {
            zone.ifPresent(value -> wanted.put(ZONE, value));
            region.ifPresent(value -> wanted.put(REGION, value));
        }
        wanted.putAll(written(decision));
        return wanted.entrySet().stream()
                .map(label -> new LabelChange(
                        label.getKey(), Optional.ofNullable(present.get(label.getKey())), label.getValue()))
                .toList();
    }

    private static Map<String, String> written(NodeDecision decision) {
        return switch (decision) {
            case NodeDecision.Initialise(var _, var _, var patch) -> patch.labels();
            case NodeDecision.Relabel(var labels, var _) -> labels;
            case NodeDecision.UpdateAddresses _,
                    NodeDecision.RecordVm _,
                    NodeDecision.Blocked _,
                    NodeDecision.Ignore _,
                    NodeDecision.Wait _,
                    NodeDecision.NoChange _ -> Map.of();
        };
    }
}
