package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.vm.ProviderId;
import java.util.Map;
import java.util.Optional;

/// The patch that initialises a Node and removes its `uninitialized` taint.
///
/// @param providerId  empty if the Node has one already
/// @param labels      set, whatever their values were before
/// @param annotations set, whatever their values were before
public record InitialisationPatch(
        Optional<ProviderId> providerId, Map<String, String> labels, Map<String, String> annotations) {
    public InitialisationPatch {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /// Returns the same patch without the record of the VM.
    public InitialisationPatch withoutAnnotations() {
        return new InitialisationPatch(providerId, labels, Map.of());
    }
}
