package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import java.time.Duration;

/// The space for new volumes, as the active controller sees it.
///
/// Threads: any number of callers.
public interface Capacities {
    /// Returns the space for new volumes with these parameters in a segment of the topology.
    StorageCapacityResult capacity(StorageClassParameters parameters, TopologyRequirement topology, Duration atMost)
            throws InterruptedException;
}
