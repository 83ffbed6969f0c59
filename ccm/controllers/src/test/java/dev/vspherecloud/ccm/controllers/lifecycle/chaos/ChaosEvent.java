package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import java.util.Optional;
import java.util.function.Function;

/// A fault, or a harmless change, that a chaos run can inject.
///
/// @param name   for the trace
/// @param weight how often the run chooses it, compared with others
/// @param inject injects it; returns the action that ends it, or empty if it is not possible at the moment
record ChaosEvent(String name, int weight, Function<World, Optional<Runnable>> inject) {
    /// Returns true if every run includes it. Without such an event the controller decides nothing, since all Nodes
    /// are ready.
    boolean isFrequent() {
        return weight >= 10;
    }

    /// The result of an event that needs no action to end it.
    static final Optional<Runnable> NO_UNDO = Optional.of(() -> {});

    static final Optional<Runnable> NOT_NOW = Optional.empty();
}
