package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import java.util.List;
import java.util.Map;

/// The volumes that vCenter returned.
public sealed interface MetadataQueryResult {
    /// The volumes that match.
    ///
    /// @param refused why vCenter did not return an answer about single volumes, by their ids; empty if it answered
    ///     about all
    record Answered(List<RecordedVolume> volumes, Map<String, String> refused) implements MetadataQueryResult {
        public Answered {
            volumes = List.copyOf(volumes);
            refused = Map.copyOf(refused);
        }

        public static Answered complete(List<RecordedVolume> volumes) {
            return new Answered(volumes, Map.of());
        }
    }

    /// Nothing certain is known.
    ///
    /// @param problem for messages
    record Unanswered(String problem) implements MetadataQueryResult {}
}
