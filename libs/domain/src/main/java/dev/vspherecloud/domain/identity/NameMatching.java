package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;
import java.util.function.Function;

/// Decides whether the name of a Node counts if no VM has its system UUID.
///
/// @param isOn  true if a [Namesake] is chosen; the configuration key is `nodes.matchByName`
/// @param owner returns the other Node that a VM belongs to; empty if it belongs to no other Node
public record NameMatching(boolean isOn, Function<Vm, Optional<NodeName>> owner) {
    /// With this setting, a namesake is reported but not chosen.
    public static final NameMatching OFF = new NameMatching(false, _ -> Optional.empty());
}
