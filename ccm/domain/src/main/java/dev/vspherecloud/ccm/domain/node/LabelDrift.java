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

/// The difference between the labels of an initialised Node and those that its VM would get it now. It arises if
/// the VM was migrated, tagged again or resized, or if a label was not configured yet when the Node was
/// initialised.
///
/// Only certain values count. If the zone cannot be found out, or no tag names one any more, the present label
/// stays valid. Differs from cloud-provider-vsphere (Go), where nothing is compared after initialisation.
///
/// @param vm           the VM that the labels describe
/// @param topology     differences of zone, region and the inventory objects above the VM
/// @param instanceType differences of the instance type
record LabelDrift(Vm vm, List<Difference> topology, List<Difference> instanceType) {
    LabelDrift {
        topology = List.copyOf(topology);
        instanceType = List.copyOf(instanceType);
    }

    /// One label whose value differs.
    ///
    /// @param present empty if the Node does not have the label at all
    record Difference(String key, Optional<String> present, String expected) {
        /// Returns `topology.kubernetes.io/zone=zb instead of za`.
        @Override
        public String toString() {
            return key + "=" + expected
                    + present.map(value -> " instead of " + value).orElse(", which the Node does not have");
        }
    }

    /// Compares the labels. There is no difference for a Node that is not initialised, or for a VM that is not
    /// connected, because vCenter's data of such a VM may be old.
    ///
    /// @param topology empty if no categories are configured
    static LabelDrift of(NodeView node, Vm vm, Optional<TopologyChoice> topology, AncestorLabels places) {
        if (node.isUninitialised() || vm.connection() != ConnectionState.CONNECTED) {
            return new LabelDrift(vm, List.of(), List.of());
        }
        Map<String, String> present = node.meta().labels();
        return new LabelDrift(
                vm, differences(present, topologyLabels(vm, topology, places)), differences(present, instanceType(vm)));
    }

    /// Returns no labels while tags are being read, so that a VM that has just moved gets all its labels at once.
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

    /// Returns no labels if vCenter does not report the hardware of the VM.
    private static Map<String, String> instanceType(Vm vm) {
        return vm.hardware().cpus() > 0
                ? NodeLabels.instanceType(InstanceTypePolicy.instanceType(vm.hardware()))
                : Map.of();
    }

    /// Returns the differences in the order of their keys. If only older keys differ there is no difference: the
    /// newer keys have the same values, and the older keys were removed on purpose.
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

    /// Returns the remarks for a Node whose labels stay as they are. A Node that never had an instance type gets
    /// no remark about it, because its VM was not resized.
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

    /// Returns the labels to set so that the difference is gone; empty if there is none.
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
