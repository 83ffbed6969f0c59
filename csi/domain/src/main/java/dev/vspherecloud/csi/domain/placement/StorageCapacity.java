package dev.vspherecloud.csi.domain.placement;

/// How much space new volumes have.
///
/// @param availableBytes   the free space of all datastores together
/// @param maximumVolumeBytes the free space of the datastore that has most
public record StorageCapacity(long availableBytes, long maximumVolumeBytes) {}
