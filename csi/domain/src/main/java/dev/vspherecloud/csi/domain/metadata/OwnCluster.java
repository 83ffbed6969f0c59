package dev.vspherecloud.csi.domain.metadata;

/// The cluster of this driver, as CNS records it.
///
/// @param id           the cluster id
/// @param distribution its distribution, as in `VanillaK8S`; empty if it is not known
public record OwnCluster(String id, String distribution) {}
