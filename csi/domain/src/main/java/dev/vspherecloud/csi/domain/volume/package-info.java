/// What names and describes a volume in requests: handles, capabilities, sources of copies, parameters of a
/// StorageClass. Values. Begin with [VolumeHandle].
@NullMarked
package dev.vspherecloud.csi.domain.volume;

import org.jspecify.annotations.NullMarked;
