/// The parameters of a StorageClass: which ones the driver accepts, and what they mean. Pure. A refusal is a
/// [VolumeError][dev.vspherecloud.csi.domain.volume.VolumeError] with its code. Begin with [StorageClassParser].
@NullMarked
package dev.vspherecloud.csi.config.storageclass;

import org.jspecify.annotations.NullMarked;
