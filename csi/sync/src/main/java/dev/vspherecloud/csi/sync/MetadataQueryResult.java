package dev.vspherecloud.csi.sync;

import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import java.util.List;

/// The volumes that vCenter returned.
public sealed interface MetadataQueryResult {
    /// All volumes that match.
    record Complete(List<RecordedVolume> volumes) implements MetadataQueryResult {
        public Complete {
            volumes = List.copyOf(volumes);
        }
    }

    /// Nothing certain is known.
    ///
    /// @param problem for messages
    record Unanswered(String problem) implements MetadataQueryResult {}
}
