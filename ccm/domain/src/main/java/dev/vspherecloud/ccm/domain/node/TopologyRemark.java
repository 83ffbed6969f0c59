package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the reason if the tags give no zone or region to a Node that does not wait for them. What a Node waits
/// for is a reason of [NodePolicy] itself.
final class TopologyRemark {
    private TopologyRemark() {}

    /// Returns the reason; empty if each configured category gives the Node a label, or if that is not known.
    static Optional<Reason> of(NodeView node, Vm vm, TopologyChoice choice, NodeSettings settings) {
        if (vm.connection() != ConnectionState.CONNECTED) {
            // vCenter's data of a VM that is not connected may be old.
            return Optional.empty();
        }
        return switch (choice) {
            case TopologyChoice.Awaited() -> Optional.empty();
            case TopologyChoice.Chosen chosen ->
                settings.topology().map(TopologyRules::categories).flatMap(categories -> untagged(categories, chosen));
            case TopologyChoice.Untagged _, TopologyChoice.Unknown _ when node.isUninitialised() -> Optional.empty();
            case TopologyChoice.Untagged(Reason reason, var _) ->
                Optional.of(new Reason(
                        NodeReason.ZONE_UNTAGGED, reason.message() + "; the Node keeps the labels that it has"));
            case TopologyChoice.Unknown(Reason reason, var _)
            when reason.code() == VsphereReason.CATEGORY_MISSING -> Optional.of(reason);
            case TopologyChoice.Unknown(Reason reason, var _) ->
                settings.relabel() ? Optional.of(labelsStop(reason)) : Optional.empty();
        };
    }

    private static Optional<Reason> untagged(TopologyCategories categories, TopologyChoice.Chosen chosen) {
        String missing = Stream.concat(
                        missing("zone", categories.zone(), chosen.zone()),
                        missing("region", categories.region(), chosen.region()))
                .collect(Collectors.joining(" and "));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reason(
                        NodeReason.ZONE_UNTAGGED,
                        "neither the VM nor any object above it has a tag of category %s; attach the tag, or remove the key from section labels"
                                .formatted(missing)));
    }

    private static Stream<String> missing(String key, Optional<String> category, Optional<String> value) {
        return value.isPresent()
                ? Stream.empty()
                : category.stream().map(name -> "\"%s\" (labels.%s)".formatted(name, key));
    }

    private static Reason labelsStop(Reason reason) {
        return reason.code().scope() == ReasonCode.Scope.OBJECT
                ? new Reason(
                        reason.code(),
                        reason.message() + "; until then the provider does not change the labels of this Node")
                : reason;
    }
}
