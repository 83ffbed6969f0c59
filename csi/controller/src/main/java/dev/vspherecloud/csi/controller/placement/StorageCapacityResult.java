package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.domain.placement.StorageCapacity;

/// The result of asking for the space of new volumes.
public sealed interface StorageCapacityResult {
    /// All vCenters were asked.
    record Known(StorageCapacity capacity) implements StorageCapacityResult {}

    /// A vCenter is not known well enough.
    ///
    /// @param why a sentence for the caller
    record NotKnown(String why) implements StorageCapacityResult {}
}
