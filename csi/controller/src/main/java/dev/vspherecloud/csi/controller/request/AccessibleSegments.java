package dev.vspherecloud.csi.controller.request;

import java.util.List;
import java.util.Map;

/// From which segments of the topology a volume is accessible.
public sealed interface AccessibleSegments {
    /// All Nodes of these segments see the datastore of the volume.
    ///
    /// @param segments empty if volumes have no topology
    record Known(List<Map<String, String>> segments) implements AccessibleSegments {
        public Known {
            segments = segments.stream().map(Map::copyOf).toList();
        }
    }

    /// The inventory is not complete. A PersistentVolume keeps its topology for ever, so nothing is guessed.
    ///
    /// @param why a sentence for the caller
    record NotKnown(String why) implements AccessibleSegments {}
}
