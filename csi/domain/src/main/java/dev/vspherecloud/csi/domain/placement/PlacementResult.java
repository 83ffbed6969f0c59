package dev.vspherecloud.csi.domain.placement;

import java.util.List;
import java.util.Set;

/// Where a new volume may lie in one vCenter.
public sealed interface PlacementResult {
    /// These datastores fit. CNS chooses one of them.
    ///
    /// @param datastores     at least one
    /// @param preference     the position of the segment in the requirement for which they were chosen
    /// @param acceptableUrls the datastores on which a volume of an earlier call with the same name may lie,
    ///     also if they take no new volume now; empty if it may lie anywhere
    record Placed(List<DatastoreState> datastores, int preference, Set<String> acceptableUrls)
            implements PlacementResult {
        public Placed {
            datastores = List.copyOf(datastores);
            acceptableUrls = Set.copyOf(acceptableUrls);
        }
    }

    /// No datastore fits.
    ///
    /// @param acceptableUrls as in [Placed], for a volume that an earlier call with the same name created
    /// @param dependsOnFacts true if a datastore was refused for what vCenter says only when it is asked, so
    ///     that it is worth to ask again
    record Refused(PlacementCode code, String message, Set<String> acceptableUrls, boolean dependsOnFacts)
            implements PlacementResult {
        public Refused {
            acceptableUrls = Set.copyOf(acceptableUrls);
        }
    }

    /// The inventory is not complete enough.
    ///
    /// @param why a sentence for the caller
    record NotKnown(String why) implements PlacementResult {}
}
