package dev.vspherecloud.csi.config;

/// The most snapshots of one block volume, by the kind of its datastore.
///
/// @param other the limit on all datastores but vSAN and vVols
public record SnapshotLimits(int other, int vsan, int vvol) {}
