package dev.vspherecloud.ccm.domain.breaker;

import java.util.Optional;
import java.util.Set;

/// The state of the breaker.
///
/// @param open    the incident because of which nothing that disappeared is deleted; empty when it is closed
/// @param excused keys of Nodes whose disappearance somebody acknowledged
public record Breaker(Optional<Incident> open, Set<String> excused) {
    public static final Breaker CLOSED = new Breaker(Optional.empty(), Set.of());

    public Breaker {
        excused = Set.copyOf(excused);
    }
}
