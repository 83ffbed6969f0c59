/// Answers which volume a handle names, which vCenter has it, and who says so: a record, the only vCenter, or CNS.
/// Begin with [VolumeLocator] and its answer, [VolumeLocation].
@NullMarked
package dev.vspherecloud.csi.vcenter.location;

import org.jspecify.annotations.NullMarked;
