package dev.vspherecloud.ccm.domain.breaker;

import java.util.Optional;
import java.util.Set;

/// The state of the deletion breaker, which stops the deletion of Nodes if many VMs disappear at once.
///
/// @param open the incident that stops deletions; empty if the breaker is closed
/// @param acknowledgedNodes the keys of the Nodes whose missing VMs a person acknowledged, see [NodePlacement#key]
public record Breaker(Optional<Incident> open, Set<String> acknowledgedNodes) {
    public static final Breaker CLOSED = new Breaker(Optional.empty(), Set.of());

    public Breaker {
        acknowledgedNodes = Set.copyOf(acknowledgedNodes);
    }
}
