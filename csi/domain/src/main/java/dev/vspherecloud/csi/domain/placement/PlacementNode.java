package dev.vspherecloud.csi.domain.placement;

import java.util.Map;
import java.util.Optional;

/// A Node, as far as the placement of volumes depends on it.
///
/// @param segment   the topology labels of the Node that belong to the driver; empty if it has not all of them
/// @param host      the host of its VM, by [StorageHost#id]; empty if the VM is not in this vCenter or not known
/// @param isPending true if the VM may be in this vCenter and is not known yet; then nothing is certain about the
///     segment of the Node
public record PlacementNode(String name, Map<String, String> segment, Optional<String> host, boolean isPending) {
    public PlacementNode {
        segment = Map.copyOf(segment);
    }

    /// Returns true if the Node is in a segment.
    ///
    /// @param term the labels that the segment requires
    boolean isIn(Map<String, String> term) {
        return segment.entrySet().containsAll(term.entrySet());
    }
}
