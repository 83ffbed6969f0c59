package dev.vspherecloud.csi.domain.placement;

/// A host of a vCenter.
///
/// @param id   its reference in vCenter, as in `host-21`
/// @param name its display name
public record StorageHost(String id, String name, boolean isConnected, boolean isInMaintenance) {
    boolean isUsable() {
        return isConnected && !isInMaintenance;
    }
}
