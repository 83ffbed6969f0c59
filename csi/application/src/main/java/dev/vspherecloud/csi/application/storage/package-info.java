/// The volumes of the vCenters: which datastores may hold a new one, and how CNS is called for an operation.
/// Begin with [ClusterVolumes][dev.vspherecloud.csi.application.storage.ClusterVolumes].
@NullMarked
package dev.vspherecloud.csi.application.storage;

import org.jspecify.annotations.NullMarked;
