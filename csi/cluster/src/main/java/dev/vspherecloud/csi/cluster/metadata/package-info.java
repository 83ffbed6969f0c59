/// Follows the PersistentVolumes, claims and Pods that CNS records with volumes. Only the fields that matter are read,
/// and only objects that can have to do with volumes of the driver are kept. Begin with `WatchedObjects`.
@NullMarked
package dev.vspherecloud.csi.cluster.metadata;

import org.jspecify.annotations.NullMarked;
