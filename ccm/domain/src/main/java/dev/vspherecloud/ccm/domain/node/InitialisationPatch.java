package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.vm.ProviderId;
import java.util.Map;
import java.util.Optional;

/// The patch that initialises a Node and removes its `uninitialized` taint.
///
/// @param providerId the provider ID to set; empty if the Node has one already
/// @param labels the labels to set; they replace present values
/// @param annotations the annotations to set; they replace present values
public record InitialisationPatch(
        Optional<ProviderId> providerId, Map<String, String> labels, Map<String, String> annotations) {
    public InitialisationPatch {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /// Returns the same patch without annotations, so that it does not record the VM on the Node.
    public InitialisationPatch withoutAnnotations() {
        return new InitialisationPatch(providerId, labels, Map.of());
    }
}
