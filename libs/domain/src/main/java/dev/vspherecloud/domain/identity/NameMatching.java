package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;
import java.util.function.Function;

/// Whether the name of a Node counts if no VM has its system UUID.
///
/// @param isOn  whether a [Namesake] is chosen, as `nodes.matchByName` says
/// @param owner returns the other Node whose VM this is; empty if it is no other Node's
public record NameMatching(boolean isOn, Function<Vm, Optional<NodeName>> owner) {
    /// A namesake is reported but not chosen.
    public static final NameMatching OFF = new NameMatching(false, _ -> Optional.empty());
}
