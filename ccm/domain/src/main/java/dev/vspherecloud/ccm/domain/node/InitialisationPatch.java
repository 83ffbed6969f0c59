package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.vm.ProviderId;
import java.util.Map;
import java.util.Optional;

/// What a Node gets together with the loss of its `uninitialized` taint.
///
/// @param providerId  empty when the Node has one already
/// @param labels      set, whatever stood there
/// @param annotations set, whatever stood there
public record InitialisationPatch(
        Optional<ProviderId> providerId, Map<String, String> labels, Map<String, String> annotations) {
    public InitialisationPatch {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /// Returns the same marks without the record of the VM.
    public InitialisationPatch withoutAnnotations() {
        return new InitialisationPatch(providerId, labels, Map.of());
    }
}
