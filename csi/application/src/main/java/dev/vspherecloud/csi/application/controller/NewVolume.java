package dev.vspherecloud.csi.application.controller;

import dev.vspherecloud.csi.config.volume.StorageClassParameters;

/// A block volume that a valid request asks for.
///
/// @param name       the name in the request, the same in each replay
/// @param capacityMb the size in MiB, at least 1
/// @param parameters the parameters of its StorageClass
public record NewVolume(String name, long capacityMb, StorageClassParameters parameters) {}
