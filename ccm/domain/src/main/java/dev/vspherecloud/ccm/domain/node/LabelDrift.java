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

/// How the labels of an initialised Node differ from those that its VM would get it now: it was migrated, tagged anew
/// or resized, or a label was not configured yet when the Node was initialised.
///
/// Only what is known for certain counts. A zone that can't be found out, or that nothing is tagged with any more, is
/// no reason to doubt the label that is there. Differs from upstream, where nothing is compared after initialisation.
///
/// @param vm           whose labels these would be
/// @param topology     of zone, region and the places
/// @param instanceType of the instance type
record LabelDrift(Vm vm, List<Difference> topology, List<Difference> instanceType) {
    LabelDrift {
        topology = List.copyOf(topology);
        instanceType = List.copyOf(instanceType);
    }

    /// @param has empty when the Node does not have the label at all
    record Difference(String key, Optional<String> has, String gets) {
        /// `topology.kubernetes.io/zone=zb instead of za`
        @Override
        public String toString() {
            return key + "=" + gets + has.map(value -> " instead of " + value).orElse(", which the Node does not have");
        }
    }

    /// Nothing for a Node that has yet to get its labels, nor for a VM that vCenter does not see well: what it shows of
    /// that is from before.
    ///
    /// @param topology empty without categories
    static LabelDrift of(NodeView node, Vm vm, Optional<TopologyChoice> topology, AncestorLabels places) {
        if (node.uninitialized() || vm.connection() != ConnectionState.CONNECTED) {
            return new LabelDrift(vm, List.of(), List.of());
        }
        Map<String, String> present = node.meta().labels();
        return new LabelDrift(
                vm, differences(present, where(vm, topology, places)), differences(present, instanceType(vm)));
    }

    /// Nothing while tags are being read: a VM that has just moved gets all its labels at once.
    private static Map<String, String> where(Vm vm, Optional<TopologyChoice> topology, AncestorLabels places) {
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

    /// vCenter may leave out what a VM is made of.
    private static Map<String, String> instanceType(Vm vm) {
        return vm.hardware().cpus() > 0
                ? NodeLabels.instanceType(InstanceTypePolicy.instanceType(vm.hardware()))
                : Map.of();
    }

    /// In the order of their keys. An older key alone makes no difference: the newer one says the same, and whoever
    /// took the older one away meant it.
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

    /// For a Node whose labels stay as they are. One without any instance type was resized by nobody.
    List<Reason> reasons() {
        var reasons = new ArrayList<Reason>();
        if (!topology.isEmpty()) {
            reasons.add(reason(NodeReason.TOPOLOGY_DRIFT, topology));
        }
        if (instanceType.stream().anyMatch(difference -> difference.has().isPresent())) {
            reasons.add(reason(NodeReason.INSTANCE_TYPE_DRIFT, instanceType));
        }
        return reasons;
    }

    private Reason reason(ReasonCode code, List<Difference> differences) {
        return new Reason(
                code,
                "its VM %s would now get %s; the Node keeps its labels unless labels.relabel is true"
                        .formatted(vm, words(differences.stream())));
    }

    /// What has to be set for the difference to be gone; empty when there is none.
    Optional<NodeDecision.Relabel> remedy() {
        Map<String, String> labels = all().collect(Collectors.toMap(Difference::key, Difference::gets));
        return labels.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new NodeDecision.Relabel(labels, "its VM %s would now get %s".formatted(vm, words(all()))));
    }

    private Stream<Difference> all() {
        return Stream.concat(topology.stream(), instanceType.stream());
    }

    private static String words(Stream<Difference> differences) {
        return differences
                .filter(difference -> !NodeLabels.isOlder(difference.key()))
                .map(Difference::toString)
                .collect(Collectors.joining(" and "));
    }
}
