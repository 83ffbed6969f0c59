package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.ContentSource;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import java.util.Optional;

/// A block volume that a valid request asks for.
///
/// @param name       the name in the request, the same in each replay
/// @param capacityMb the size in MiB, at least 1
/// @param parameters the parameters of its StorageClass
/// @param source     what it is a copy of; empty for an empty volume
/// @param topology   where it must be accessible from
public record NewVolume(
        String name,
        long capacityMb,
        StorageClassParameters parameters,
        Optional<ContentSource> source,
        TopologyRequirement topology) {}
