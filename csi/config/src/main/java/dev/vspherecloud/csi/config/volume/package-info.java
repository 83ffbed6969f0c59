/// Checks the texts and numbers of requests about volumes: StorageClass parameters, handles, capabilities and sizes.
///
/// Everything here is pure, and knows neither gRPC nor vCenter: the records mirror the fields of the CSI messages
/// that a rule needs. A refusal is a [VolumeError] with its code. Begin with [StorageClassParser] and
/// [VolumeHandlePolicy].
@NullMarked
package dev.vspherecloud.csi.config.volume;

import org.jspecify.annotations.NullMarked;
