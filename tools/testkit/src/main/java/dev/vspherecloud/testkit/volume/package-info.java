/// The volumes, disks, datastores and tasks of the simulated vCenter, and how tests change them. Begin with
/// [VcenterVolumes][dev.vspherecloud.testkit.volume.VcenterVolumes].
@NullMarked
package dev.vspherecloud.testkit.volume;

import org.jspecify.annotations.NullMarked;
