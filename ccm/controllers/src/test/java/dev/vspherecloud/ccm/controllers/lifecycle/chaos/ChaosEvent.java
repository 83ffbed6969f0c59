package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import java.util.Optional;
import java.util.function.Function;

/// Something that goes wrong, or just happens.
///
/// @param name   for the trace
/// @param weight how often it strikes, compared with others
/// @param strike makes it happen; answers how it is mended, or nothing when it can't happen at the moment
record ChaosEvent(String name, int weight, Function<World, Optional<Runnable>> strike) {
    /// Whether it is in every run: nothing is decided about Nodes that are well.
    boolean isFrequent() {
        return weight >= 10;
    }

    /// What needs no mending.
    static final Optional<Runnable> MENDS_ITSELF = Optional.of(() -> {});

    static final Optional<Runnable> NOT_NOW = Optional.empty();
}
