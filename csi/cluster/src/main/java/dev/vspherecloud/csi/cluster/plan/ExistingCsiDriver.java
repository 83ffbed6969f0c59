package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;

/// The CSIDriver object of the driver.
///
/// @param attachRequired  true by default
/// @param storageCapacity true if the scheduler considers only Nodes with published free space
public record ExistingCsiDriver(boolean attachRequired, boolean storageCapacity) {
    static ExistingCsiDriver read(Json driver) {
        return new ExistingCsiDriver(
                !driver.has("spec", "attachRequired")
                        || driver.find("spec", "attachRequired").asFlag(),
                driver.find("spec", "storageCapacity").asFlag());
    }
}
