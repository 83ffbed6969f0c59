package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Remembers since when each Node is in its state.
///
/// Threads: one.
final class Sightings {
    private final InstantSource clock;
    private final Map<String, String> vmNames;
    private final Map<String, Sighting> latest = new HashMap<>();

    /// @param vmNames by reference
    Sightings(InstantSource clock, Map<String, String> vmNames) {
        this.clock = clock;
        this.vmNames = Map.copyOf(vmNames);
    }

    /// Takes note of the Nodes as the API server lists them.
    List<Sighting> see(List<JsonNode> nodes) {
        Instant now = clock.instant();
        return nodes.stream().map(NodeView::of).map(node -> see(node, now)).toList();
    }

    private Sighting see(NodeView node, Instant now) {
        Instant since = Optional.ofNullable(latest.get(node.name()))
                .filter(before -> before.node().ready() == node.ready())
                .map(Sighting::since)
                .orElse(now);
        var sighting = new Sighting(node, vm(node.vm()), since);
        latest.put(node.name(), sighting);
        return sighting;
    }

    private String vm(String reference) {
        return vmNames.containsKey(reference) ? vmNames.get(reference) + " (" + reference + ")" : reference;
    }
}
