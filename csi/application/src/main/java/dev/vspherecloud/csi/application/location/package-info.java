/// Answers which volume a handle names, which vCenter has it, and who says so: a record, the only vCenter, or CNS.
///
/// It depends on no other package of the program. Begin with [VolumeLocator] and its answer, [VolumeLocation].
@NullMarked
package dev.vspherecloud.csi.application.location;

import org.jspecify.annotations.NullMarked;
