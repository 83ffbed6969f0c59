package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The difference between the labels of an initialised Node and the labels that its VM would get now. A difference
/// arises if the VM was migrated, tagged again or resized. It also arises if a label was not configured yet when
/// the Node was initialised.
///
/// Only certain values count. If the zone is not known, or no tag names a zone any more, the present label stays
/// valid. Differs from cloud-provider-vsphere (Go), which does not compare labels after the initialisation.
///
/// @param vm the VM whose labels are compared
/// @param topology differences of zone, region and the labels for inventory objects above the VM
/// @param instanceType differences of the instance type
record LabelDrift(Vm vm, List<Difference> topology, List<Difference> instanceType) {
    LabelDrift {
        topology = List.copyOf(topology);
        instanceType = List.copyOf(instanceType);
    }

    /// One label whose value on the Node differs from the value that the VM would get now.
    ///
    /// @param present the value on the Node; empty if the Node does not have the label
    record Difference(String key, Optional<String> present, String expected) {
        /// Returns the difference as text, for example `topology.kubernetes.io/zone=zb instead of za`.
        @Override
        public String toString() {
            return key + "=" + expected
                    + present.map(value -> " instead of " + value).orElse(", which the Node does not have");
        }
    }

    /// Compares the labels of a Node with those that its VM would get now. There is no difference if the Node is
    /// not initialised. There is none either if the VM is not connected, because vCenter's data of such a VM may be
    /// old.
    ///
    /// @param topology the zone and region of the VM; empty if no tag categories are configured
    /// @param places the configured labels for the inventory objects above the VM
    static LabelDrift of(NodeView node, Vm vm, Optional<TopologyChoice> topology, AncestorLabels places) {
        if (node.isUninitialised() || vm.connection() != ConnectionState.CONNECTED) {
            return new LabelDrift(vm, List.of(), List.of());
        }
        Map<String, String> present = node.meta().labels();
        return new LabelDrift(
                vm, differences(present, topologyLabels(vm, topology, places)), differences(present, instanceType(vm)));
    }

    /// Returns the labels for zone, region and the inventory objects above the VM. Returns none while the tags are
    /// being read, so that a VM that has just moved gets all its labels at once.
    private static Map<String, String> topologyLabels(Vm vm, Optional<TopologyChoice> topology, AncestorLabels places) {
        var labels = new HashMap<>(places.of(vm.placement()));
        if (topology.isPresent()) {
            switch (topology.get()) {
                case TopologyChoice.Chosen chosen -> labels.putAll(NodeLabels.topology(chosen));
                case TopologyChoice.Awaited() -> labels.clear();
                case TopologyChoice.Untagged _, TopologyChoice.Unknown _ -> {}
            }
        }
        return labels;
    }

    /// Returns the instance type labels of the VM. Returns none if vCenter does not report the hardware of the VM.
    private static Map<String, String> instanceType(Vm vm) {
        return vm.hardware().cpus() > 0
                ? NodeLabels.instanceType(InstanceTypePolicy.instanceType(vm.hardware()))
                : Map.of();
    }

    /// Returns the differences in the order of the label keys. If only older (beta) keys differ, the method returns
    /// none: the newer keys have the right values, and the older keys were removed on purpose.
    private static List<Difference> differences(Map<String, String> present, Map<String, String> wanted) {
        var differences = new ArrayList<Difference>();
        new TreeMap<>(wanted).forEach((key, value) -> {
            Optional<String> has = Optional.ofNullable(present.get(key));
            if (!has.equals(Optional.of(value))) {
                differences.add(new Difference(key, has, value));
            }
        });
        return differences.stream().allMatch(difference -> NodeLabels.isOlder(difference.key()))
                ? List.of()
                : differences;
    }

    /// Returns the reasons to report if the labels of the Node are not changed. A Node that never had an instance
    /// type gets no reason about it, because its VM was not resized.
    List<Reason> reasons() {
        var reasons = new ArrayList<Reason>();
        if (!topology.isEmpty()) {
            reasons.add(reason(NodeReason.TOPOLOGY_DRIFT, topology));
        }
        if (instanceType.stream().anyMatch(difference -> difference.present().isPresent())) {
            reasons.add(reason(NodeReason.INSTANCE_TYPE_DRIFT, instanceType));
        }
        return reasons;
    }

    private Reason reason(ReasonCode code, List<Difference> differences) {
        return new Reason(
                code,
                "its VM %s now requires %s; the provider does not change the label unless you set labels.relabel to true"
                        .formatted(vm, text(differences.stream())));
    }

    /// Returns the decision to set the differing labels; empty if there is no difference.
    Optional<NodeDecision.Relabel> relabel() {
        Map<String, String> labels = all().collect(Collectors.toMap(Difference::key, Difference::expected));
        return labels.isEmpty()
                ? Optional.empty()
                : Optional.of(new NodeDecision.Relabel(labels, "its VM %s now requires %s".formatted(vm, text(all()))));
    }

    private Stream<Difference> all() {
        return Stream.concat(topology.stream(), instanceType.stream());
    }

    private static String text(Stream<Difference> differences) {
        return differences
                .filter(difference -> !NodeLabels.isOlder(difference.key()))
                .map(Difference::toString)
                .collect(Collectors.joining(" and "));
    }
}
