package dev.vspherecloud.ccm.domain.breaker;

import java.util.Optional;
import java.util.Set;

/// The state of the deletion breaker.
///
/// @param open    the incident that stops the deletion of Nodes whose VMs disappeared; empty if the breaker is
///                closed
/// @param acknowledgedNodes keys of Nodes whose disappearance a person acknowledged
public record Breaker(Optional<Incident> open, Set<String> acknowledgedNodes) {
    public static final Breaker CLOSED = new Breaker(Optional.empty(), Set.of());

    public Breaker {
        acknowledgedNodes = Set.copyOf(acknowledgedNodes);
    }
}
