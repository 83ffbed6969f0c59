/// Reads what the API server has about volumes: their PersistentVolumes, the vCenter of each volume, and the volumes
/// of the former in-tree driver.
///
/// vsphere-csi-driver (Go) reads and writes the same objects. The package decides nothing. Begin with
/// [KubePersistentVolumes].
@NullMarked
package dev.vspherecloud.csi.cluster.volume;

import org.jspecify.annotations.NullMarked;
