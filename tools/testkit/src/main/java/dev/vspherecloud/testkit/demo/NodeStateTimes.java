package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Remembers since when each Node has been in its state.
///
/// Threads: one.
final class NodeStateTimes {
    private final InstantSource clock;
    private final Map<String, String> vmNames;
    private final Map<String, ObservedNode> latest = new HashMap<>();

    /// @param vmNames by reference
    NodeStateTimes(InstantSource clock, Map<String, String> vmNames) {
        this.clock = clock;
        this.vmNames = Map.copyOf(vmNames);
    }

    /// Updates the state of each Node from the list of the API server.
    List<ObservedNode> record(List<JsonNode> nodes) {
        Instant now = clock.instant();
        return nodes.stream().map(NodeView::of).map(node -> record(node, now)).toList();
    }

    private ObservedNode record(NodeView node, Instant now) {
        Instant since = Optional.ofNullable(latest.get(node.name()))
                .filter(before -> before.node().ready() == node.ready())
                .map(ObservedNode::since)
                .orElse(now);
        var observedNode = new ObservedNode(node, vm(node.vm()), since);
        latest.put(node.name(), observedNode);
        return observedNode;
    }

    private String vm(String reference) {
        return vmNames.containsKey(reference) ? vmNames.get(reference) + " (" + reference + ")" : reference;
    }
}
