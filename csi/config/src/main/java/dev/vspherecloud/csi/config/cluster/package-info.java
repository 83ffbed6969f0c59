/// Decides which identity the cluster has in the metadata of its volumes. Pure. Begin with [ClusterIdPolicy].
@NullMarked
package dev.vspherecloud.csi.config.cluster;

import org.jspecify.annotations.NullMarked;
