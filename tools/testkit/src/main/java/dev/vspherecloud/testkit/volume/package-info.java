/// The volumes, disks, datastores and tasks of the simulated vCenter, and how tests change them. Begin with
/// [SimulatorVolumes][dev.vspherecloud.testkit.volume.SimulatorVolumes].
@NullMarked
package dev.vspherecloud.testkit.volume;

import org.jspecify.annotations.NullMarked;
